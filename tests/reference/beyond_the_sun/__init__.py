"""A second, slow engine of Beyond the Sun, written from the rules page and the card data alone.

Every rule that may have to ask is a generator that yields an `Ask`; `lockstep.Match` plays the real game
beside it. Chance is told: the deal, and the order of cards put under a deck, are read from the real
state and checked to be possible; all else is computed here.

Where the page leaves something open, this engine takes the game's reading:
- an optional part of a bonus or event is offered if taking it would change something;
- the order of outposts is asked if a track has discs, but fewer than locations that may take from it;
- one "no" to a short supply ends the whole conversion, and a cube moved by BS-154 is not moved again;
- points shown while a card is still looked for do not count that technology;
- a row of the tableau lists its matching cards by number.
"""
