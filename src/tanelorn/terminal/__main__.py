"""`python -m tanelorn.terminal`: the same as `tanelorn`."""

from tanelorn.terminal.main import app

app(prog_name="tanelorn")
