"""Games of all kinds, played for as long as one likes with every check that there is: `make soak`.

mixes    options drawn at random from what a game declares
audit    what must hold in every game, over arrays of states; `tests/<game>/books.py` adds the game's own
watch    games side by side in a `Batch`, with all checks after every decision
rigs     the same through every wrapper
faults   a fault, the games that show it, and the smallest of them
work     plays for some time and tells, a line each, what was played and found
ledger   what was played and found in all runs together
"""
