"""Between OpenSpiel's states and tables: the record of a state, and a state from which a table is played on."""

from __future__ import annotations

from tanelorn.core.chance import Enumerated, Roll
from tanelorn.core.errors import BadRecord, TanelornError
from tanelorn.core.play.record import Record
from tanelorn.core.play.table import Table
from tanelorn.envs.openspiel.described import HORIZON, name_of
from tanelorn.envs.openspiel.installed import pyspiel
from tanelorn.envs.openspiel.recall import CHANCE
from tanelorn.envs.openspiel.sequential import Sequential
from tanelorn.envs.openspiel.states import TanelornState
from tanelorn.envs.picking.picks import Picking
from tanelorn.envs.picking.vocabulary import vocabulary_of


def record_of(state: TanelornState) -> Record:
    """Return the record of a state's game, up to the last choice that is complete.

    Raises BadRecord while chance is asked, and for a state that does not go back to a beginning, such as one that was
    drawn.
    """
    if state.is_chance_node():
        raise BadRecord("Chance is asked: nothing can be recorded now.", remedy="Let it fall first.")
    setting = state.get_game().setting
    table = Table.new(setting.game, setting.scenario, setting.options, chance=Enumerated())
    try:
        _play_again(table, [(int(one.player), int(one.action)) for one in state.full_history()])
        leads = table.position.digest() == state.form.table.position.digest()
    except TanelornError:
        leads = False
    if not leads:
        raise BadRecord(
            "The history of this state does not lead to it: it was drawn, or laid out.",
            remedy="Take one that was played from the beginning.",
        )
    return table.record()


def _play_again(table: Table, history: list[tuple[int, int]]) -> None:
    picking: Picking | None = None
    fallen: list[int] = []
    for seat, number in history:
        if seat == CHANCE and table.pending is not None:
            ask = table.pending[1]
            fallen.append(number + isinstance(ask, Roll))
            if len(fallen) == ask.count:
                table.settle(fallen)
                fallen = []
            continue
        if picking is None:
            picking = Picking(table.choices(seat), vocabulary_of(table.game))
        made = picking.pick(number)
        if made is not None:
            table.play(made, seat)
            picking = None


def state_at(table: Table, horizon: int = HORIZON) -> TanelornState:
    """Return a state from which a table can be played on; the table stays as it is.

    Its history is empty, and nobody remembers anything. Raises BadRecord for a table that was never set up by options.
    """
    if table.header is None:
        raise BadRecord("This table does not say how it was set up.", remedy="Take one of Table.new, or of a record.")
    game, values = table.game, table.header.options
    known = {option.name for option in game.options if not option.written}
    given = {"scenario": game.scenario_of(table.position), "horizon": horizon}
    loaded = pyspiel.load_game(name_of(game), given | {name: values[name] for name in known})
    return TanelornState(loaded, Sequential(table.copy(Enumerated()), horizon))
