"""What a page is told of a table: what its viewer may see, and what a seat is offered."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_lazy
from msgspec.structs import asdict

from tanelorn.core.choices import Refusal
from tanelorn.core.content.verbs import spoken
from tanelorn.core.lessons.translated import in_language
from tanelorn.core.play.table import Table
from tanelorn.core.steps import Seals
from tanelorn.site.keeping import store
from tanelorn.site.live import messages, pictures
from tanelorn.site.live.advising import may_be_advised
from tanelorn.site.live.tables.behind import UNTIL_THE_END
from tanelorn.site.live.tables.table import LiveTable
from tanelorn.site.words import language


def stream_of(live: LiveTable, viewer: int, own: tuple[int, ...]) -> pictures.Stream:
    """Return what pages are told that see the same: as one viewer, with these seats of their `own`, in one language."""
    return live.streams.setdefault((viewer, own, language()), pictures.Stream())


def picture(live: LiveTable, viewer: int, own: tuple[int, ...]) -> pictures.Picture:
    """Return what such pages are shown now. It is made once for all, and anew only after something has changed."""
    stream = stream_of(live, viewer, own)
    made_of = (
        live.changes,
        tuple(live.sitters),
        live.bots.asked,
        live.draft(viewer),
        live.notes.get(viewer),
        len(live.seen(own).entries),
        live.standing.get(viewer),
    )
    if stream.made_of != made_of:
        stream.take(shown(live, viewer, own), live.seen(own).events(viewer))
        stream.made_of = made_of
    return stream.now


def shown(live: LiveTable, viewer: int, own: Sequence[int]) -> messages.Shown:
    """Return what a page draws for a viewer; `own` are the seats that it may play."""
    table, late = live.seen(own), live.is_late(own)
    mine = [viewer] if viewer in own else []
    can_undo, why = table.can_undo(viewer) if mine else (False, "")
    return messages.Shown(
        viewer=viewer,
        moment=table.moment,
        scene=named(live, table, viewer),
        decisions=tuple(_decision(live, seat, own) for seat in mine if _is_asked(table, seat)),
        undo=messages.Undo(can_undo, why),
        redo=messages.Redo(bool(mine) and table.can_redo(viewer)),
        did=table.did(viewer) if mine else 0,
        time=isinstance(table.step, Seals) and bool(mine) and live.alone(own),
        pass_=live.pass_for(viewer) if mine else "",
        thinking=() if late else live.bots.asked,
        waiting=tuple(seat for seat in table.asked() if seat in own),
        over=table.outcome is not None,
        screen=tuple(own),
        companion=_companion(live, viewer),
        notes=live.notes.get(viewer, messages.Notes()) if mine and live.kept else None,
        standing=tuple(live.standing.get(viewer, {}).values()) if mine else (),
        clocks=() if late else live.clocks,
        late=said_late(live.turns_late) if late else "",
        link=live.acknowledged.link(table, viewer) if mine and live.kept else "",
        agreement=None if late else live.agreement,
    )


def _companion(live: LiveTable, viewer: int) -> messages.Companion | None:
    """Return what a lesson's companion says to its learner."""
    guide = live.guide
    if guide is None or viewer != guide.lesson.learner:
        return None
    lesson, stage = in_language(guide.lesson, language()), guide.stage
    step = lesson.step[guide.place.step] if guide.step is not None else None
    done = stage == "done" and step is not None
    return messages.Companion(
        title=step.title if step is not None else gettext("The lesson is over"),
        number=guide.place.step + 1,
        steps=len(lesson.step),
        stage=stage,
        look=step.look if step is not None else lesson.ending,
        at=tuple(step.at) if step is not None and stage != "elsewhere" else (),
        show=guide.show,
        means=step.means if step is not None and done else "",
        clause=step.clause if step is not None and done else "",
        otherwise=(step.otherwise or str(_OTHERWISE)) if step is not None and stage == "elsewhere" else "",
        again=f"/learn/{lesson.game}/{lesson.slug}",
    )


_OTHERWISE = gettext_lazy(
    "That is allowed as well, and the rules have carried it out; the lesson has something else in mind here."
)


def _is_asked(table: Table, seat: int) -> bool:
    return table.step is not None and seat in table.step.seats(table.position)


def _decision(live: LiveTable, seat: int, own: Sequence[int]) -> messages.Decision:
    """Return a seat's decision, for that seat's own eyes."""
    decision = live.table.decision(seat)
    choices = decision.choices()
    notes_told = live.table.game.notes.in_language(language())
    sealed = live.table.position.sealed.get(seat)
    return messages.Decision(
        seat=seat,
        kind=decision.kind,
        note=notes_told.note.get(decision.kind, decision.note),
        undone=notes_told.undone.get(decision.kind, decision.undone),
        title=decision.title,
        prompt=choices.prompt,
        about=choices.about,
        clause=decision.clause,
        sealed=sealed is not None,
        secret=decision.sealed,
        stands=live.may_stand and decision.kind in live.table.game.notes.standing,
        advised=may_be_advised(live, own),
        sealed_text=str(sealed) if sealed is not None else "",
        asides=tuple(str(aside) for aside in decision.asides()),
        draft=live.draft(seat),
    )


def said_late(turns: int) -> str:
    """Say to somebody who looks on so many turns late what they see."""
    if turns >= UNTIL_THE_END:
        return gettext("You see how the game began. What came of it is shown once it is over.")
    if turns == 1:
        return gettext("You see the game as it stood when the turn under way began.")
    return gettext("You see the game %(count)s turns late, as it stood when a turn began.") % {"count": turns}


def named(live: LiveTable, table: Table, viewer: int) -> messages.TableScene:
    """Return the scene with the players' names in the seats' chips."""
    scene = asdict(table.scene(viewer))
    sitters = live.sitters
    seats = tuple(
        messages.Seat(
            **asdict(chip),
            player=store.called(sitters[chip.seat]),
            bot=not sitters[chip.seat].human,
            free=sitters[chip.seat].free,
        )
        for chip in scene.pop("seats")
    )
    return messages.TableScene(**scene, seats=seats)


def about(live: LiveTable, viewer: int, own: Sequence[int], space: str) -> messages.About:
    """Return the card about a space, as a viewer knows it; `own` are the seats that they may play."""
    return messages.About(**asdict(live.seen(own).about(viewer, space)))


MOST_LISTED = 40


def offer(live: LiveTable, seat: int, path: tuple[str, ...], text: str = "") -> messages.Offer:
    """Return what may follow a path of picks, and after it what a text adds: the parts of it that can be read.

    The parts that cannot be read come back as refusals.
    """
    decision = live.table.decision(seat)
    choices = decision.choices()
    unread: tuple[Refusal, ...] = ()
    if text:
        reading = choices.read(text)
        path, unread = path + reading.path, reading.refused
    made = choices.offer(path)
    names = live.table.game.names(live.table.position)
    listed = None
    if len(choices) <= MOST_LISTED:
        listed = tuple(
            messages.Choice(str(choice), choice.says(), choice.clause, choice.picks)
            for choice in choices
            if choice.picks[: len(path)] == path
        )
    return messages.Offer(
        seat=seat,
        path=path,
        prompt=made.prompt,
        written=choices.written,
        quick=choices.quick,
        picks=tuple(messages.Pick(**asdict(pick), kind=pick.kind, id=pick.id) for pick in made.picks),
        choices=listed,
        refused=tuple(
            messages.Refusal(**asdict(one), says=spoken(one.text, names)) for one in (*choices.refused(), *unread)
        ),
        unread=len(unread),
        draft=made.draft,
        lines=made.lines,
        marks=made.marks,
        choice=str(made.choice) if made.choice is not None else None,
    )


def following(live: LiveTable, seat: int, first: messages.Offer) -> tuple[messages.Offer, ...]:
    """Return the offers that a page asks for as soon as it has heard this one (`choices/picks.js`, `choices/ahead.js`).

    Where only counts may follow, it takes the least. What has just been placed is held on, where more of it may be
    placed. Of the first thing that may be picked it wants to know whether a count would follow.
    """
    found: list[messages.Offer] = []
    last = first
    while _only_counts(last):
        last = offer(live, seat, (*last.path, f"count:{_least(last)}"))
        found.append(last)
    if last.lines:
        return tuple(found)
    held = last
    if again := _again(last):
        more = offer(live, seat, (*last.path, again))
        found.append(more)
        held = more if _on_board(more) else held
    targets = _on_board(held)
    if held.path and targets and not held.path[-1].startswith("button:"):
        found.append(offer(live, seat, (*held.path, targets[0].pick)))
    return tuple(found)


def _only_counts(made: messages.Offer) -> bool:
    return made.choice is None and bool(made.picks) and all(pick.kind == "count" for pick in made.picks)


def _least(made: messages.Offer) -> int:
    counts = sorted(int(pick.id) for pick in made.picks)
    return next((count for count in counts if count > 0), counts[0])


def _again(made: messages.Offer) -> str:
    """Return the pick that was counted last, if it may be picked once more."""
    path = made.path
    again = path[-3] if len(path) >= 3 and path[-1].startswith("count:") else ""
    return again if any(pick.pick == again for pick in made.picks) else ""


def _on_board(made: messages.Offer) -> list[messages.Pick]:
    return [pick for pick in made.picks if pick.kind not in ("button", "count")]
