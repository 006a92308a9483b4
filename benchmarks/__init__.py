"""How fast exozoo is: `python -m exozoo.benchmarks` measures, shows, plots and writes it down.

measure.py   a piece of work, timed in slices; medians and spreads; the machine
ours.py      what is measured of our games
starts.py    import, warm and cold start, memory
peers/       other libraries, each in a venv and a process of its own
run.py       everything in turn, round by round
report.py    tables for the terminal and for docs/benchmarks.md
plot.py      scaling curves
goals.py     what the figures are to show, and whether they do
baseline.py  the guard against losing speed, by the loop of calibration.py
pictures.py, protocol.py, selfplay.py   what pictures, programs as agents and datasets cost
"""
