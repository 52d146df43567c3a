"""Choices as small sentences: a verb, and what it needs one after the other (a card, a unit, a hex).

The second form of the grammar in `acts`, for lists that are too long to be written out. A verb's plan says what comes
next, given what has been chosen; the options of that slot are worked out from what the seat knows. One grammar gives
texts, picks, parsing, random draws and the check, and no list is written out that nobody looks at. What a verb does
is said where the verb is declared, or where a question lists it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Generic, NamedTuple, Never, TypeVar

import msgspec

from tanelorn.core.choices import QUOTED, Choice, Choices, Offer, Pick, Refusal
from tanelorn.core.content.given import shown
from tanelorn.core.content.verbs import VerbRule
from tanelorn.core.errors import Ambiguous, Illegal, TanelornError, Unreadable
from tanelorn.core.log import Log
from tanelorn.core.odds import Odds

P = TypeVar("P")
"""The game's position."""
P_contra = TypeVar("P_contra", contravariant=True)
S = TypeVar("S")
"""The step that asks."""

END = -1
"""Ends a list of things."""

Args = tuple[int, ...]


class Noun(NamedTuple):
    """A kind of thing that may be chosen: how it is written, and the click that picks it; `nothing` is the label of
    what is not written, which by default ends a list.
    """

    text: Callable[[int], str]
    pick: Callable[[int], str]
    note: Callable[[int], str] = lambda thing: ""
    nothing: str = "That is all"


class Way(NamedTuple):
    """How one gets to a thing that may be chosen: the spaces on the way, from the first, and what it costs in words."""

    spaces: tuple[str, ...]
    cost: str = ""


NO_WAY = Way(())


class Slot(NamedTuple, Generic[P_contra]):
    """One thing that a verb needs: the word before it, what kind of thing, what to ask, what may be chosen, and by
    which clause. Where something goes there, `ways` gives by option how, for people to see.
    """

    word: str
    noun: Noun
    prompt: str
    options: Callable[[P_contra, int, Args], Sequence[int]]
    clause: str = ""
    ways: Callable[[P_contra, int, Args], Mapping[int, Way]] = lambda position, seat, args: {}


class Verb(NamedTuple, Generic[P_contra]):
    """What a seat may do: `plan` gives the next slot after some arguments, None once it is complete.

    Without a `button` the first slot's own click begins it. `possible` is a quick test; `key` its key on the page.
    `canonical` puts the arguments of a list into order, so that things picked in any order make one choice. `ways`
    counts acts without listing them, `begun` those that begin with some arguments (None: list them); `listing`
    writes them out in their order more quickly than the plan does; `hopeless` is a quick test that nothing which
    begins so can be completed. What is `free` leads nowhere, and could be done for ever; what is `last` ends its
    question. `does` carries it out, the same wherever it is listed; a question that does more says so in its `Verbs`.
    Where it leads to a roll, `chances` are what that may bring, as far as the seat can know.
    """

    name: str
    label: str
    plan: Callable[[Args], Slot[P_contra] | None]
    clause: str = ""
    button: bool = True
    key: str = ""
    possible: Callable[[P_contra, int], bool] = lambda position, seat: True
    weight: int = 1
    ways: Callable[[P_contra, int], int] | None = None
    words: str = ""
    canonical: Callable[[Args], Args] | None = None
    listing: Callable[[P_contra, int], Iterator[Args]] | None = None
    hopeless: Callable[[P_contra, int, Args], bool] | None = None
    begun: Callable[[P_contra, int, Args], int | None] = lambda position, seat, args: None
    free: bool = False
    last: bool = False
    does: Callable[[P_contra, int, Args, Log], None] = lambda position, seat, args, log: None
    chances: Callable[[P_contra, int, Args], Odds | None] = lambda position, seat, args: None


def in_order(args: Args) -> Args:
    """Put all arguments in order, the end of a list last."""
    return tuple(sorted(args, key=lambda arg: (arg == END, arg)))


def steps(*slots: Slot[P]) -> Callable[[Args], Slot[P] | None]:
    """Return a plan with these slots one after the other."""
    return lambda args: slots[len(args)] if len(args) < len(slots) else None


class Sentence(Choice, frozen=True):
    """One thing done: a verb with its arguments. They name things by what everybody may know of them. A game's own kind
    of sentence knows its verbs.
    """

    known: ClassVar[Mapping[str, Verb[Never]]]

    verb: str
    args: Args = ()

    def __str__(self) -> str:
        verb = self.known[self.verb]
        parts = [verb.words or verb.name] if verb.button or verb.words else []
        for at, arg in enumerate(self.args):
            slot = verb.plan(self.args[:at])
            text = slot.noun.text(arg) if slot else ""
            if slot and text:
                parts.append(f"{slot.word} {text}" if slot.word else text)
        return " ".join(parts)

    @property
    def picks(self) -> tuple[str, ...]:
        verb = self.known[self.verb]
        first = (f"button:{verb.name}",) if verb.button else ()
        return (*first, *(_slot(verb, self.args[:at]).noun.pick(arg) for at, arg in enumerate(self.args)))


def _slot(verb: Verb[P], args: Args) -> Slot[P]:
    slot = verb.plan(args)
    assert slot is not None, f"{verb.name} takes no more after {args}"
    return slot


Deed = Callable[[S, P, int, Args, Log], None]
"""What a verb does at one question, whose step says what it is about."""


class Verbs(Generic[S, P]):
    """The verbs of one question, in the order in which they are listed, each with what it does there: what the verb
    itself says, or what stands beside it.
    """

    def __init__(self, *verbs: Verb[P] | tuple[Verb[P], Deed[S, P]]) -> None:
        self.verbs = tuple(each if isinstance(each, Verb) else each[0] for each in verbs)
        self._deeds = {each[0].name: each[1] for each in verbs if not isinstance(each, Verb)}
        self._own = {verb.name: verb.does for verb in self.verbs}
        self._last = {verb.name for verb in self.verbs if verb.last}
        assert len(self._own) == len(verbs), "two verbs of one question have the same name"

    def ends(self, choice: Sentence) -> bool:
        """Tell whether the question is not asked again."""
        return choice.verb in self._last

    def do(self, step: S, position: P, seat: int, choice: Sentence, log: Log) -> None:
        """Carry out what has been chosen."""
        deed = self._deeds.get(choice.verb)
        if deed is None:
            self._own[choice.verb](position, seat, choice.args, log)
        else:
            deed(step, position, seat, choice.args, log)


A = TypeVar("A", bound=Sentence)
"""A game's kind of sentence."""


class Sentences(Choices[A], Generic[P, A]):
    """All that a seat may do now: the sentences that some verbs make. A game says which verbs it has, what each is for,
    and how often somebody may do what is free.
    """

    known: ClassVar[Mapping[str, Verb[Never]]]
    rules: ClassVar[Sequence[VerbRule]]

    def __init__(
        self,
        position: P,
        seat: int,
        verbs: Sequence[Verb[P]],
        prompt: str,
        default: A | None = None,
        refusals: Sequence[Refusal] = (),
    ) -> None:
        self.position = position
        self.seat = seat
        self.verbs = verbs
        self.prompt = prompt
        self._default = default
        self._refusals = tuple(refusals)
        self._known: dict[tuple[str, Args], Sequence[int]] = {}
        self._opened: list[Verb[P]] | None = None
        self._paths: dict[tuple[str, ...], tuple[Verb[P], Args]] = {}

    def said(self, verb: str, args: Args) -> A:
        """Return the game's sentence of a verb and its arguments."""
        raise NotImplementedError

    def worn_out(self) -> str:
        """Return why the seat may do nothing more that is free, "" while it may."""
        return ""

    def _may_begin(self, verb: Verb[P]) -> bool:
        """Tell whether it is worth while to look for such an act."""
        return verb.possible(self.position, self.seat) and not (verb.free and self.worn_out())

    def _act(self, verb: Verb[P], args: Args) -> A:
        return self.said(verb.name, verb.canonical(args) if verb.canonical else args)

    def default(self) -> A | None:
        """Return what counts when time is up."""
        return self._default

    def refused(self) -> tuple[Refusal, ...]:
        """Return what looks possible but is not."""
        return self._refusals

    def _options(self, verb: Verb[P], args: Args) -> Sequence[int] | None:
        """Return what may come next, None if the act is complete."""
        slot = verb.plan(args)
        return None if slot is None else self._of(slot, verb, args)

    def _of(self, slot: Slot[P], verb: Verb[P], args: Args) -> Sequence[int]:
        """Return the options of a slot after some arguments, worked out once: who draws an act has it checked."""
        key = (verb.name, args)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = slot.options(self.position, self.seat, args)
        return known

    def _completes(self, verb: Verb[P], args: Args) -> bool:
        if verb.hopeless is not None and verb.hopeless(self.position, self.seat, args):
            return False
        slot = verb.plan(args)
        if slot is None:
            return True
        # The end of a list comes last, and what begins with it is complete soonest. A generator costs as much again.
        for option in reversed(self._of(slot, verb, args)):  # noqa: SIM110
            if self._completes(verb, (*args, option)):
                return True
        return False

    def _all(self, verb: Verb[P], args: Args) -> Iterator[Args]:
        options = self._options(verb, args)
        if options is None:
            yield args
            return
        for option in options:
            longer = (*args, option)
            if verb.canonical is None or verb.canonical(longer) == longer:
                yield from self._all(verb, longer)

    def following(self, verb: Verb[P], args: Args) -> Sequence[int]:
        """Return what may come next in an act of a verb; nothing where none may begin or nothing is missing."""
        return (self._options(verb, args) or ()) if self._may_begin(verb) else ()

    def beginning(self, verb: Verb[P], args: Args) -> Iterator[A]:
        """Yield the acts of a verb that begin with some arguments, whatever else there is."""
        return (self.said(verb.name, each) for each in self._all(verb, args))

    def _listed(self, verb: Verb[P]) -> Iterator[Args]:
        return verb.listing(self.position, self.seat) if verb.listing else self._all(verb, ())

    def _open(self) -> list[Verb[P]]:
        """Return the verbs that are worth looking into, worked out once."""
        if self._opened is None:
            self._opened = [verb for verb in self.verbs if self._may_begin(verb)]
        return self._opened

    def __iter__(self) -> Iterator[A]:
        for verb in self._open():
            for args in self._listed(verb):
                yield self.said(verb.name, args)

    def __len__(self) -> int:
        return min(sum(self._count(verb) for verb in self._open()), sys.maxsize)

    def _count(self, verb: Verb[P], args: Args = ()) -> int:
        if not args and verb.ways:
            return verb.ways(self.position, self.seat)
        if not args and verb.listing:
            return sum(1 for _ in verb.listing(self.position, self.seat))
        quick = verb.begun(self.position, self.seat, args)
        if quick is not None:
            return quick
        options = self._options(verb, args)
        if options is None:
            return 1
        longer = ((*args, option) for option in options)
        return sum(self._count(verb, more) for more in longer if not verb.canonical or verb.canonical(more) == more)

    def sample(self, rng: random.Random) -> A:
        """Draw an act: first a verb by its weight, then each of its arguments, turning back from blind alleys."""
        left = list(self.verbs)
        while left:
            verb = left[0]
            if len(left) > 1:
                lot = int(rng.random() * sum([verb.weight for verb in left]))
                for verb in left:
                    lot -= verb.weight
                    if lot < 0:
                        break
            if self._may_begin(verb):
                args = self._draw(verb, (), rng)
                if args is not None:
                    return self._act(verb, args)
            left.remove(verb)
        raise AssertionError(f"Seat {self.seat} has no choice: {[verb.name for verb in self.verbs]}")

    def _draw(self, verb: Verb[P], args: Args, rng: random.Random) -> Args | None:
        if verb.hopeless is not None and verb.hopeless(self.position, self.seat, args):
            return None
        options = self._options(verb, args)
        if options is None:
            return args
        left = list(options)
        while left:
            option = left.pop(int(rng.random() * len(left)))
            found = self._draw(verb, (*args, option), rng)
            if found is not None:
                return found
        return None

    def refusal(self, choice: Choice) -> TanelornError | None:
        """Return why a choice is not legal here, or None if it is."""
        if not isinstance(choice, Sentence) or choice.verb not in self.known:
            return Unreadable(f"“{choice}” means nothing in this game.", remedy=self._remedy())
        verb = next((verb for verb in self.verbs if verb.name == choice.verb), None)
        if verb is None or not self._may_begin(verb):
            return self._impossible(self.known[choice.verb], str(choice))
        if verb.canonical is not None and verb.canonical(choice.args) != choice.args:
            return Unreadable(f"“{choice}” names things out of order.", remedy=self._remedy())
        for at, arg in enumerate(choice.args):
            before = choice.args[:at]
            slot = verb.plan(before)
            if slot is None:
                return Unreadable(f"“{choice}” goes on where nothing follows.", remedy=self._remedy())
            options = self._of(slot, verb, before)
            if arg not in options:
                return self._wrong(slot, slot.noun.text(arg), options)
        if verb.plan(choice.args) is not None:
            return Unreadable(f"“{choice}” is not complete.", remedy=self._remedy())
        return None

    def _impossible(self, verb: Verb[Never], text: str) -> TanelornError:
        for refusal in self._refusals:
            if refusal.text.casefold() == text.casefold():
                return Illegal(refusal.why, clause=refusal.clause)
        if verb.free and (why := self.worn_out()):
            return Illegal(why, remedy="Go on with the game first.", clause=verb.clause)
        rule = next(rule for rule in self.rules if rule.words == verb.name)
        why = f"“{text}” is not possible now. {rule.when}"
        return Illegal(why, remedy=self._remedy(), clause=verb.clause or rule.clause)

    def _wrong(self, slot: Slot[P], text: str, options: Sequence[int]) -> TanelornError:
        some = [slot.noun.text(option) for option in options[:6]]
        listed = ", ".join(dict.fromkeys(filter(None, some)))
        return Illegal(
            f"“{text or 'nothing'}” cannot be chosen here: {slot.prompt[:1].lower()}{slot.prompt[1:]}",
            remedy=f"Possible: {listed}{', …' if len(options) > 6 else ''}." if listed else "Nothing is possible here.",
            clause=slot.clause,
        )

    def _remedy(self) -> str:
        listed = ", ".join(dict.fromkeys(verb.words or verb.name for verb in self._open()))
        return f"One may: {listed}."

    def parse(self, text: str) -> A:
        """Read a text; raise Unreadable, Illegal or Ambiguous, each with its reason."""
        wanted = " ".join(text.casefold().split())
        if not wanted:
            raise Unreadable("Nothing was chosen.", remedy=self._remedy())
        found = dict.fromkeys(act for verb in self._open() for act in self._read(verb, wanted))
        if len(found) == 1:
            return next(iter(found))
        if found:
            listed = " or ".join(f"“{act}”" for act in list(found)[:4])
            raise Ambiguous(f"“{text}” could mean {listed}.", remedy="Write more of it.")
        raise self._unread(text, wanted)

    def _read(self, verb: Verb[P], text: str) -> Iterator[A]:
        rest = _after(text, _beginning(verb))
        if rest is not None:
            yield from (self._act(verb, args) for args in self._parse(verb, (), rest))

    def _parse(self, verb: Verb[P], args: Args, text: str) -> Iterator[Args]:
        slot = verb.plan(args)
        if slot is None:
            if not text:
                yield args
            return
        for option in self._of(slot, verb, args):
            said = slot.noun.text(option).casefold()
            rest = _after(text, f"{slot.word} {said}".strip() if said else "")
            if rest is not None:
                yield from self._parse(verb, (*args, option), rest)

    def _unread(self, text: str, wanted: str) -> TanelornError:
        """Say how far a text could be read, and what would have been possible there."""
        for refusal in self._refusals:
            if refusal.text.casefold() == wanted:
                return Illegal(refusal.why, clause=refusal.clause)
        best: tuple[int, TanelornError] = (
            0,
            Unreadable(f"“{shown(text, QUOTED)}” cannot be read here.", remedy=self._remedy()),
        )
        for verb in self._open():
            first = _beginning(verb)
            rest = _after(wanted, first)
            if rest is not None:
                best = max(best, self._stuck(verb, (), rest, len(first)), key=lambda found: found[0])
        if not best[0]:
            begun = [v for v in self.known.values() if _beginning(v) and _after(wanted, _beginning(v)) is not None]
            closed = max(begun, key=lambda v: (len(_beginning(v)), v in self.verbs), default=None)
            if closed is not None:
                return self._impossible(closed, shown(text, QUOTED))
        return best[1]

    def _stuck(self, verb: Verb[P], args: Args, text: str, far: int) -> tuple[int, TanelornError]:
        slot = verb.plan(args)
        if slot is None:
            return far, Illegal(f"“{shown(text, QUOTED)}” is too much.", remedy="Leave it out.", clause=verb.clause)
        options = self._of(slot, verb, args)
        best = (far, self._wrong(slot, shown(text, QUOTED), options))
        for option in options:
            said = slot.noun.text(option).casefold()
            piece = f"{slot.word} {said}".strip() if said else ""
            rest = _after(text, piece)
            if rest is not None and piece:
                best = max(best, self._stuck(verb, (*args, option), rest, far + len(piece)), key=lambda found: found[0])
            elif rest is not None:  # the unsaid end of a list: the text may go on with the next slot's word
                later = verb.plan((*args, option))
                if later is not None and later.word and _after(text, later.word) is not None:
                    best = max(best, self._stuck(verb, (*args, option), text, far + 1), key=lambda found: found[0])
        return best

    def offer(self, path: Sequence[str]) -> Offer[A]:
        """Return what may follow these picks; raise Illegal if no choice begins so."""
        done = tuple(path)
        if not done:
            return Offer((), self.prompt, tuple(self._beginnings()))
        verb, args = self._begun(done)
        return self._offer(verb, args, done)

    def next(self, path: Sequence[str]) -> tuple[str, ...]:
        """Return the picks that may follow these, without a word about them."""
        done = tuple(path)
        if done:
            verb, args = self._begun(done)
            return tuple(self._clicks(verb, args))
        first: dict[str, None] = {}
        for verb in self._open():
            if not verb.button:
                first.update(dict.fromkeys(self._clicks(verb, ())))
            elif self._completes(verb, ()):
                first[f"button:{verb.name}"] = None
        return tuple(first)

    def made(self, path: Sequence[str]) -> A | None:
        """Return the act that these picks make, None if more must follow."""
        done = tuple(path)
        if not done:
            return None
        verb, args = self._begun(done)
        return self._act(verb, args) if verb.plan(args) is None else None

    def _begun(self, done: tuple[str, ...]) -> tuple[Verb[P], Args]:
        """Return the verb that some picks begin, with the arguments they give: the first of those that do.

        Worked out once for each path. A verb that does not begin with a path does not begin with a longer one either,
        so that of a path is that of its beginning as long as it goes on.
        """
        found = self._paths.get(done)
        if found is None:
            found = self._longer(done) or self._first(done)
            self._paths[done] = found
        return found

    def _longer(self, done: tuple[str, ...]) -> tuple[Verb[P], Args] | None:
        """Return the same, if all but the last pick are known and it goes on with their verb."""
        before = self._paths.get(done[:-1])
        if before is None:
            return None
        verb, args = before
        option = self._picked(verb, args, done[-1])
        return None if option is None else (verb, (*args, option))

    def _first(self, done: tuple[str, ...]) -> tuple[Verb[P], Args]:
        for verb in self._open():
            picks = done
            if verb.button:
                if picks[0] != f"button:{verb.name}":
                    continue
                picks = picks[1:]
            args = self._follow(verb, picks)
            if args is not None:
                return verb, args
        raise Illegal(f"No choice begins with {' then '.join(done)}.", remedy="Take back the last pick.")

    def _follow(self, verb: Verb[P], picks: tuple[str, ...]) -> Args | None:
        args: Args = ()
        for pick in picks:
            option = self._picked(verb, args, pick)
            if option is None:
                return None
            args = (*args, option)
        return args

    def _picked(self, verb: Verb[P], args: Args, pick: str) -> int | None:
        """Return the option that a pick means after some arguments, None if it means none."""
        slot = verb.plan(args)
        if slot is None:
            return None
        named = slot.noun.pick
        return next((option for option in self._of(slot, verb, args) if named(option) == pick), None)

    def _beginnings(self) -> Iterator[Pick]:
        seen = set()
        for verb in self._open():
            if verb.button:
                if self._completes(verb, ()):
                    leads_on = not (verb.free or verb.last)
                    yield Pick(f"button:{verb.name}", verb.label, key=verb.key, open=leads_on)
                continue
            for pick in self._next(verb, ()):
                if pick.pick not in seen:
                    seen.add(pick.pick)
                    ends = pick.key == "Enter"
                    yield pick if ends else msgspec.structs.replace(pick, label=f"{verb.label}: {pick.label}")

    def _leading(self, slot: Slot[P], verb: Verb[P], args: Args) -> list[int]:
        """Return the options of a slot with which the act can be completed."""
        return [option for option in self._of(slot, verb, args) if self._completes(verb, (*args, option))]

    def _clicks(self, verb: Verb[P], args: Args) -> list[str]:
        slot = verb.plan(args)
        return [] if slot is None else [slot.noun.pick(option) for option in self._leading(slot, verb, args)]

    def _next(self, verb: Verb[P], args: Args) -> Iterator[Pick]:
        slot = verb.plan(args)
        if slot is None:
            return
        noun, ways = slot.noun, slot.ways(self.position, self.seat, args)
        for option in self._leading(slot, verb, args):
            longer = (*args, option)
            label, way = noun.text(option) or noun.nothing, ways.get(option, NO_WAY)
            yield Pick(
                noun.pick(option),
                label[:1].upper() + label[1:],
                note=noun.note(option),
                cost=way.cost,
                key="Enter" if option == END else "",
                way=way.spaces,
                chances=verb.chances(self.position, self.seat, longer) if verb.plan(longer) is None else None,
            )

    def _offer(self, verb: Verb[P], args: Args, path: tuple[str, ...]) -> Offer[A]:
        slot = verb.plan(args)
        act = self._act(verb, args)
        if slot is None:
            return Offer(path, self.prompt, (), act, str(act))
        return Offer(path, slot.prompt, tuple(self._next(verb, args)), None, f"{act} …")


def _beginning(verb: Verb[Never]) -> str:
    return (verb.words or (verb.name if verb.button else "")).casefold()


def _after(text: str, beginning: str) -> str | None:
    """Return what follows a beginning, whole words only; None if the text does not begin so."""
    if not beginning:
        return text
    if text == beginning:
        return ""
    return text[len(beginning) + 1 :] if text.startswith(beginning + " ") else None
