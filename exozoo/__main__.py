"""`python -m exozoo` is the command line."""

from exozoo.cli import app

app(prog_name="exozoo")
