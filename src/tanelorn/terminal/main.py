"""The `tanelorn` command. Every refusal becomes one clear sentence; no error ever shows a traceback."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer
from rich.text import Text
from typer.core import TyperGroup

from tanelorn import __version__
from tanelorn.core.errors import BrokenRules, TanelornError
from tanelorn.terminal import rules
from tanelorn.terminal.commands.hosting import doctor, moderator, push_key, serve, upgrade
from tanelorn.terminal.commands.making import check, map, pack
from tanelorn.terminal.commands.playing import games, learn, play, replay, review, verify
from tanelorn.terminal.commands.research import arena, bench, export, ideas, ladder, report, sim
from tanelorn.terminal.look import command, err, examples, never_fail_to_write, out, refusal

REFUSED = 2
STOPPED = 130


class _Commands(TyperGroup):
    """Turns whatever ends a command into a sentence and an exit code."""

    def invoke(self, ctx: Any) -> object:
        never_fail_to_write()
        try:
            return super().invoke(ctx)
        except TanelornError as error:
            if os.environ.get("TANELORN_DEBUG") and isinstance(error, BrokenRules):
                raise
            err().print(refusal(error), soft_wrap=True)
            raise typer.Exit(REFUSED) from None
        except KeyboardInterrupt:
            err().print(Text("Stopped; nothing is lost."), soft_wrap=True)
            raise typer.Exit(STOPPED) from None
        except BrokenPipeError:
            # Whoever read us has read enough. Python would complain once more when it closes the pipe.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except Exception as error:
            # What has an exit code is an ending of Typer's own, or a wrong command line: no fault.
            if hasattr(error, "exit_code") or isinstance(error, typer.Abort) or os.environ.get("TANELORN_DEBUG"):
                raise
            err().print(_fault(error), soft_wrap=True)
            raise typer.Exit(REFUSED) from None


def _fault(error: Exception) -> Text:
    what = f"{type(error).__name__}: {error}".strip().rstrip(".")
    return Text.assemble(
        ("Tanelorn itself went wrong", "bold red"),
        f" ({what}). Every choice that was acknowledged is saved; set TANELORN_DEBUG=1 to see where, and report it.",
    )


app = typer.Typer(
    cls=_Commands,
    help="Fantasy wargames played by their rulebooks.",
    epilog=f"Begin with: {command('play fivecities --terminal')}",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        out().print(f"Tanelorn {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _begin(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


for _command, _module in (
    (games.games, games),
    (play.play, play),
    (learn.learn, learn),
    (serve.serve, serve),
    (moderator.moderator, moderator),
    (push_key.push_key, push_key),
    (doctor.doctor, doctor),
    (rules.rules, rules),
    (replay.replay, replay),
    (review.review, review),
    (verify.verify, verify),
    (upgrade.upgrade, upgrade),
    (check.check, check),
    (map.map, map),
    (sim.sim, sim),
    (ideas.ideas, ideas),
    (ladder.ladder, ladder),
    (arena.arena, arena),
    (export.export, export),
    (report.report, report),
    (bench.bench, bench),
):
    app.command(epilog=examples(_module.EXAMPLE))(_command)
app.add_typer(pack.pack)
