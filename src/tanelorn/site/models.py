"""What the site keeps: tables and the lines of their records. Positions are played again from the lines; snapshots
only save the time that this takes.
"""

from __future__ import annotations

import secrets

from django.db import models

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """Return a table's public name: ten letters and digits that nobody guesses."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


class GameTable(models.Model):
    """A table: what is played, who sits where, and the secret of its dice, told only at the end."""

    code = models.CharField(max_length=12, unique=True, default=new_code)
    game = models.CharField(max_length=40)
    scenario = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    seats = models.JSONField(default=list)
    name = models.CharField(max_length=80)
    secret = models.CharField(max_length=64)
    header = models.BinaryField()
    subtitle = models.CharField(max_length=80, blank=True)
    lesson = models.JSONField(null=True, default=None)  # how far a learner has come, if it is a guided game
    waits = models.JSONField(default=list)  # the seats that the table waits for
    bots_asked = models.BooleanField(default=False)  # whether one of them is a bot's, or has answered before
    outcome = models.CharField(max_length=200, blank=True)
    ended = models.BooleanField(default=False)
    closing = models.BinaryField(null=True)  # the outcome as the last line of the record tells it
    frozen = models.JSONField(null=True, default=None)  # why it cannot go on by the present rules, if it cannot
    made = models.DateTimeField(auto_now_add=True)
    moved = models.DateTimeField(auto_now=True)
    removed = models.DateTimeField(null=True)  # when it was deleted: for a minute it can be brought back

    class Meta:
        ordering = ["-moved"]
        indexes = [
            models.Index(fields=["moved"], condition=models.Q(bots_asked=True), name="waiting_for_bots"),
            models.Index(fields=["game", "-id"], condition=models.Q(ended=False, removed=None), name="in_play"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.game})"


class RecordLine(models.Model):
    """One entry of a record, in order; never changed, never removed while its table stands."""

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    entry = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_entry_a_number")]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.table_id}"


class Snapshot(models.Model):
    """How far a table had come after so many entries (`core/play/snapshot.py`), with a seal over it and the lines that
    it stands for. It may be dropped at any time.
    """

    table = models.OneToOneField(GameTable, on_delete=models.CASCADE, related_name="snapshot")
    entries = models.PositiveIntegerField()
    seal = models.CharField(max_length=32)
    body = models.BinaryField()

    def __str__(self) -> str:
        return f"snapshot of table {self.table_id} after {self.entries} entries"


class Draft(models.Model):
    """What a seat has written and not sealed: the picks so far. Told to nobody else; dropped once it is sealed."""

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="drafts")
    seat = models.PositiveSmallIntegerField()
    moment = models.PositiveIntegerField()
    path = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_draft_a_seat")]

    def __str__(self) -> str:
        return f"draft of seat {self.seat} at table {self.table_id}"


class StandingAnswer(models.Model):
    """What a seat answers to all questions of a kind without being asked, until the end of a turn or as long as it
    stands. Told to nobody else.
    """

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="standing")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=60)
    title = models.CharField(max_length=120)
    text = models.TextField()
    turn = models.IntegerField(null=True)  # the one turn for which it holds, if not for all

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat", "kind"], name="one_answer_a_kind")]

    def __str__(self) -> str:
        return f"standing answer of seat {self.seat} at table {self.table_id} to {self.kind}"


class Note(models.Model):
    """What a seat has noted for itself: its book, and words on spaces of the board. Told to nobody else."""

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="notes")
    seat = models.PositiveSmallIntegerField()
    book = models.TextField(blank=True)
    marks = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_book_a_seat")]

    def __str__(self) -> str:
        return f"notes of seat {self.seat} at table {self.table_id}"
