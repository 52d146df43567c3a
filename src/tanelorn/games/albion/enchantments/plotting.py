"""Plotting enchantments (albion/5.B.1, 5.B.2, 19.0): both players write in secret what each enchanter casts at what."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping, Sequence

from tanelorn.core.choices import Choice, Choices, Offer, Pick, Refusal
from tanelorn.core.errors import Illegal, TanelornError, Unreadable, nearest
from tanelorn.core.log import Log
from tanelorn.core.steps import Seals
from tanelorn.games.albion.enchantments import plot_labels
from tanelorn.games.albion.enchantments.castable import Casting, caster_seat, castings, items_for, may_cast
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, word
from tanelorn.games.albion.state.printed.spells import SPELLS, Spell
from tanelorn.games.albion.state.printed.world import FAERIE, World

NOTHING = "nothing"
SEAL = "button:seal"


class Plots(Choice, frozen=True, tag="plots"):
    """All that one player's enchanters cast in a segment, the casters in the order of their codes."""

    spells: tuple[Spell, ...]
    text: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return self.text

    @property
    def picks(self) -> tuple[str, ...]:
        return self.path


def written(chosen: Sequence[Casting]) -> Plots:
    """Return the choice that casts these."""
    ordered = sorted(chosen, key=lambda one: one.spell.caster)
    return Plots(
        tuple(one.spell for one in ordered),
        "; ".join(one.text for one in ordered) or NOTHING,
        (*(pick for one in ordered for pick in one.picks), SEAL),
    )


class PlotChoices(Choices[Plots]):
    """Every enchanter casts one enchantment or none (19.2): a product, which is never written out."""

    quick = True

    def __init__(self, position: AlbionPosition, seat: int) -> None:
        self.world: World = position.world
        self.of: Mapping[int, Sequence[Casting]] = castings(position, seat)
        self.position, self.seat = position, seat
        self.prompt = (
            "Plot enchantments: choose an enchanter, then what to cast."
            if self.of
            else "No enchanter of yours can cast in this turn."
        )

    def __iter__(self) -> Iterator[Plots]:
        def rest(casters: list[int]) -> Iterator[list[Casting]]:
            if not casters:
                yield []
                return
            for following in rest(casters[1:]):
                yield following
                for one in self.of[casters[0]]:
                    yield [one, *following]

        for chosen in rest(list(self.of)):
            yield written(chosen)

    def __len__(self) -> int:
        count = 1
        for options in self.of.values():
            count *= 1 + len(options)
        return min(count, sys.maxsize)  # len allows no more

    def sample(self, rng: random.Random) -> Plots:
        """Let each enchanter cast something, or nothing, by chance."""
        return written([rng.choice(options) for options in self.of.values() if rng.random() < 0.6])

    def default(self) -> Plots:
        """Nobody casts."""
        return written([])

    def refused(self) -> tuple[Refusal, ...]:
        """Say why an enchanter does not cast, or not this."""
        return plot_labels.refusals(self.position, self.seat)

    def refusal(self, choice: Choice) -> TanelornError | None:
        """Return why a plot is not legal."""
        if isinstance(choice, Plots):
            known = [self._named(one) for one in choice.spells]
            if None not in known and written([one for one in known if one]) == choice:
                return None
        return Illegal(f"“{choice}” cannot be plotted here.", remedy="Each enchanter casts one enchantment, or none.")

    def _named(self, spell: Spell) -> Casting | None:
        return next((one for one in self.of.get(spell.caster, ()) if one.spell == spell), None)

    # Texts

    def parse(self, text: str) -> Plots:
        """Read `barguest mental attack on dorwen; dobie scrying at 3034`; `nothing` for none."""
        if " ".join(text.casefold().split()) == NOTHING:
            return written([])
        chosen: list[Casting] = []
        for part in text.split(";"):
            one = self._read(part)
            if any(other.spell.caster == one.spell.caster for other in chosen):
                raise Illegal("An enchanter casts one enchantment in a turn.", clause="albion/19.2")
            chosen.append(one)
        return written(chosen)

    def _read(self, part: str) -> Casting:
        wanted = " ".join(part.casefold().split())
        options = [one for casts in self.of.values() for one in casts]
        exact = [one for one in options if one.text == wanted]
        starts = exact or [one for one in options if wanted and one.text.startswith(wanted)]
        if len(starts) == 1:
            return starts[0]
        bar = plot_labels.why_not_written(self.position, self.seat, wanted)
        if bar is not None and not (starts and bar.clause != plot_labels.UNSAID):
            raise Illegal(bar.why, clause=bar.clause)
        raise Unreadable(
            f"“{part.strip()[:80]}” cannot be read as an enchantment.",
            remedy=nearest(wanted, [one.text for one in options] or [NOTHING]),
        )

    # Picks: an enchanter, an enchantment, what it is cast at; again; the seal

    def offer(self, path: Sequence[str]) -> Offer[Plots]:
        """Return what may follow these picks."""
        chosen, rest = self._walk(list(path))
        plots = written(chosen)
        draft = "" if plots.text == NOTHING else plots.text
        if rest == [SEAL]:
            return Offer(tuple(path), self.prompt, (), plots, plots.text)
        if not rest:
            return Offer(tuple(path), self.prompt, self._casters(chosen), None, draft)
        caster = self._caster(rest[0])
        picks: dict[str, Pick] = {}
        for one in self.of[caster]:
            if list(one.picks[: len(rest)]) == rest and one.picks[len(rest)] not in picks:
                picks[one.picks[len(rest)]] = plot_labels.label(self.position, self.seat, one, len(rest))
        name = self.world.persons[caster].name
        prompt = f"{name}: which enchantment?"
        if len(rest) > 1:
            kind = next(one for one in SPELLS if rest[1] == f"card:{one.id}")
            prompt = f"{name}: {kind.name}, at what?"
        return Offer(tuple(path), prompt, tuple(picks.values()), None, draft)

    def next(self, path: Sequence[str]) -> tuple[str, ...]:
        """Return the picks that may follow these, without a word about them."""
        chosen, rest = self._walk(list(path))
        if rest == [SEAL]:
            return ()
        if not rest:
            busy = {one.spell.caster for one in chosen}
            return (*(casts[0].picks[0] for caster, casts in self.of.items() if caster not in busy), SEAL)
        at = len(rest)
        begun = (one.picks for one in self.of[self._caster(rest[0])] if list(one.picks[:at]) == rest)
        return tuple(dict.fromkeys(picks[at] for picks in begun))

    def made(self, path: Sequence[str]) -> Plots | None:
        """Return the plots that these picks make, None if they are not sealed."""
        chosen, rest = self._walk(list(path))
        return written(chosen) if rest == [SEAL] else None

    def _walk(self, path: list[str]) -> tuple[list[Casting], list[str]]:
        chosen: list[Casting] = []
        while path and path != [SEAL]:
            caster = self._caster(path[0])
            if any(one.spell.caster == caster for one in chosen):
                raise Illegal("This enchanter casts something else already.", remedy="Take back the last pick.")
            match = next((one for one in self.of[caster] if list(one.picks) == path[: len(one.picks)]), None)
            if match is None:
                if not any(list(one.picks[: len(path)]) == path for one in self.of[caster]):
                    raise Illegal(f"No plot goes on with {path[-1]}.", remedy="Take back the last pick.")
                return chosen, path
            chosen.append(match)
            path = path[len(match.picks) :]
        return chosen, path

    def _caster(self, pick: str) -> int:
        kind, _, id = pick.partition(":")
        caster = self.world.person.get(id, -1) if kind == "piece" else -1
        if caster not in self.of:
            raise Illegal(f"No plot begins with {pick}.", remedy="Choose one of your enchanters.")
        return caster

    def _casters(self, chosen: list[Casting]) -> tuple[Pick, ...]:
        busy = {one.spell.caster for one in chosen}
        picks = [plot_labels.caster_label(self.position, caster) for caster in self.of if caster not in busy]
        return (*picks, Pick(SEAL, "Seal the plots" if chosen else "Cast nothing", key="Enter"))


class Plot(Seals, frozen=True, tag=True):
    """Both players seal what their enchanters cast; then all is laid open (5.B.1, 5.B.2, 19.3a)."""

    title = "Enchantments"
    clause = "albion/5.B.1"

    def seats(self, position: AlbionPosition) -> tuple[int, ...]:
        """Both, unless Faerie may not cast yet (22.4)."""
        return (0, 1) if may_cast(position, FAERIE) else (0,)

    def choices(self, position: AlbionPosition, seat: int) -> PlotChoices:
        """One enchantment or none for each of the seat's enchanters."""
        return PlotChoices(position, seat)

    def reveal(self, position: AlbionPosition, choices: Mapping[int, Plots], log: Log) -> None:
        """Lay all plots open; whoever casts wears a marker until the turn is over (5.B.5)."""
        for seat in sorted(choices):
            for spell in choices[seat].spells:
                items = items_for(position, seat, spell)
                if items:
                    position.used[spell.caster] = items
        position.spells = [spell for seat in sorted(choices) for spell in choices[seat].spells]
        for seat in sorted(choices):
            if log and not choices[seat].spells:
                name = "Faerie casts" if seat == FAERIE else f"{SEAT_NAMES[seat]} cast"
                log.say(f"{name} nothing.", clause="albion/5.B.2", seat=seat)
        for spell in position.spells:
            position.did[spell.caster] |= BOUND
            if log:
                _tell(position, spell, log)


def _tell(position: AlbionPosition, spell: Spell, log: Log) -> None:
    w = position.world
    kind = SPELLS[spell.number - 1]
    aim = f" at {at_hex(w, spell.hex)}" if spell.hex >= 0 else ""
    aim += f" at **{w.persons[spell.person].name}**" if spell.person >= 0 else ""
    aim += f": {word(spell.word)}" if spell.word else ""
    places = tuple(w.number[hex] for hex in (position.at[spell.caster], spell.hex) if hex >= 0)
    log.say(
        f"**{w.persons[spell.caster].name}** casts **{kind.name}**{aim}.",
        clause=f"albion/19.4/{spell.number:02d}",
        seat=caster_seat(position, spell),
        places=places,
    )
