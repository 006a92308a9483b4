"""Golden replays: whole games whose course and results must stay the same while code is rebuilt."""
