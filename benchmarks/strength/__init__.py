"""How strong the agents are, beside what they are to show: contests and prices declared in goals.toml.

    python -m exozoo.benchmarks.strength --jobs 2                       # all of it: hours
    python -m exozoo.benchmarks.strength gaia_project --only thinking   # one contest of one game
    python -m exozoo.benchmarks.strength --docs docs/strength.md        # and the page about it

Games are kept in the folder `--out`: after a kill the same command goes on. The page and the JSON beside it keep
what earlier runs measured and this one did not, each line with the network and the weights it was measured with.
"""
