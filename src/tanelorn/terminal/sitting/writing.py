"""A seat writes its orders: line after line is read, what can be read stays on the slip, and at last it is sealed."""

from __future__ import annotations

import re
from random import Random

from rich.text import Text

from tanelorn.core.choices import Choice, Choices, Line, Offer, Refusal
from tanelorn.core.errors import Illegal, Unreadable
from tanelorn.core.play.asides import read_aside
from tanelorn.core.play.table import Decision
from tanelorn.terminal.board.scenes import Screen
from tanelorn.terminal.sitting.asking import Asking, pick_line

_SHORT = 12


class Writing(Asking):
    """A decision that people write down. A text is read part by part; a whole one is a choice at once, as elsewhere."""

    def __init__(self, decision: Decision, screen: Screen) -> None:
        super().__init__(decision, screen)
        self.start = self.choices.offer(())
        self.refused: tuple[Refusal, ...] = ()
        # Whether orders are written one by one; else each text is one whole choice, and a short list may be shown.
        self.parted = bool(self.start.lines) or type(self.choices).read is not Choices.read
        if self.parted:
            self.few = []

    def show(self) -> None:
        """Print the slip, and what may be written."""
        offer = self.choices.offer(self.path)
        if self.parted and self._rests(offer):
            self._show_slip(offer)
        else:
            super().show()
        self._show_refused()

    def _show_slip(self, offer: Offer) -> None:
        self.question(offer.prompt)
        lines = {line.pick: line for line in offer.lines if line.pick}
        for line in offer.lines:
            if all(pick.pick != line.pick for pick in offer.picks):
                self.screen.console.print(_slip_line("", line))
        for number, pick in enumerate(offer.picks, 1):
            written = lines.get(pick.pick)
            self.screen.console.print(
                pick_line(number, pick, bool(self.path)) if written is None else _slip_line(str(number), written)
            )
        ends = "an empty line or seal ends the slip, clear starts again." if self.path else "seal ends the slip."
        self.screen.say((f"Write one order or several, such as “{self._example()}”; {ends}", "dim"))

    def _example(self) -> str:
        """Return one order of a slip; of other things that are written a whole one."""
        if not self.parted:
            return super()._example()
        slips = [str(self.choices.sample(Random(seed))) for seed in range(8)]
        orders = [order.strip() for slip in slips for order in re.split(r"[;\n]", slip)]
        return max((order for order in orders if len(order) <= _SHORT), key=len, default=orders[0])

    def _show_refused(self) -> None:
        for refused in self.refused:
            self.screen.sentence(f"  - {refused.text}: {refused.why}", refused.clause)
        self.refused = ()

    def _rests(self, offer: Offer) -> bool:
        """Tell whether no order is half written: it could be sealed, or the question is that of the beginning."""
        return offer.prompt == self.start.prompt or any(pick.key == "Enter" for pick in offer.picks)

    def answer(self, typed: str) -> Choice | None:
        """Take what is written; return the choice once it is sealed. Raises Unreadable, Illegal or Ambiguous."""
        if typed.casefold() == "seal" and not self.few:
            return self.seal()
        if not typed and not self.path and self.parted:
            raise Unreadable("Nothing is written.", remedy="Type seal to leave it so, or ? for help.")
        return super().answer(typed)

    def seal(self) -> Choice | None:
        """Return what is written as a choice; raise Illegal if it is not finished."""
        for pick in self.choices.offer(self.path).picks:
            if pick.key == "Enter":
                return self._take(pick)
        raise Illegal("It cannot be sealed as it stands.", remedy="Write the rest, or type back to drop the last pick.")

    def draft(self) -> Choice | None:
        """Return what is written so far, less what is half written; None if nothing is, or if that cannot be sealed."""
        path = self._finished()
        seal = next((pick.pick for pick in self.choices.offer(path).picks if pick.key == "Enter"), None)
        return self.choices.offer((*path, seal)).choice if path and seal else None

    def _read(self, typed: str) -> Choice | None:
        """Read part by part: what can be read goes on the slip, the rest is told with its reason."""
        aside = read_aside(typed)
        if aside is not None:
            return aside
        reading = self.choices.read(typed)
        alone = self.choices.offer(reading.path)
        if alone.choice is not None and not reading.refused:
            return alone.choice  # type: ignore[no-any-return]
        if not reading.path and len(reading.refused) == 1:
            self.decision.parse(typed)  # raises with more than the reason: what would be right
        if reading.path:
            self.path = self.choices.offer((*self._finished(), *reading.path)).path
        self.refused = reading.refused
        if reading.path:
            return None
        if not reading.refused:
            raise Unreadable("That writes nothing.", remedy="To seal the slip as it stands, type seal.")
        self._show_refused()
        return None

    def _read_instead(self, typed: str) -> Choice | None:
        """Where no order is half written, say what is wrong with the text, not with the picks."""
        if self.parted and self._rests(self.choices.offer(self.path)):
            return self._read(typed)
        return super()._read_instead(typed)

    def _finished(self) -> tuple[str, ...]:
        """Return the path so far without an order that is half written."""
        path = self.path
        while path and not self._rests(self.choices.offer(path)):
            path = path[:-1]
        return path


def _slip_line(number: str, line: Line) -> Text:
    drawn = Text.assemble((f"{number:>3} ", "bold"), line.text)
    return drawn.append(f" · {line.note}" if line.note else "", "yellow" if line.warn else "dim")
