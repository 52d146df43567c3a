"""What is kept of time: the terms of a table, and a clock for each seat."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tanelorn.site.models import GameTable


class Pacing(models.Model):
    """The terms of a table that has a clock; `late` of them again, by which late seats are found. It is `paused` since
    then, if it is; what is `proposed` is a `live.messages.Proposal`.
    """

    table = models.OneToOneField(GameTable, primary_key=True, on_delete=models.CASCADE, related_name="pacing")
    terms = models.JSONField()
    late = models.CharField(max_length=10)
    paused = models.DateTimeField(null=True)
    proposed = models.JSONField(null=True, default=None)

    class Meta:
        indexes = [models.Index(fields=["paused"], condition=models.Q(paused__isnull=False), name="paused_tables")]

    def __str__(self) -> str:
        return f"pace of table {self.table_id}"


class Clock(models.Model):
    """The clock of a seat: what is left in `reserve`, what its present decision has `spent`, in seconds that count,
    less those that were granted for it; `since` when it runs, and when it is `due`, both None while it stands. `moment`
    is that of the decision, `alone` that nobody else is asked in it; `told` that its time was up has been said.
    """

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="clocks")
    seat = models.PositiveSmallIntegerField()
    reserve = models.FloatField()
    spent = models.FloatField(default=0.0)
    moment = models.IntegerField(default=-1)
    alone = models.BooleanField(default=False)
    since = models.DateTimeField(null=True)
    due = models.DateTimeField(null=True)
    told = models.BooleanField(default=False)

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_clock_a_seat")]
        indexes = [models.Index(fields=["due"], condition=models.Q(due__isnull=False), name="running")]

    def __str__(self) -> str:
        return f"clock of seat {self.seat} at table {self.table_id}"


class Vacation(models.Model):
    """A person is away from then till then, in whole days where they were when they said so, unless they came back."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    begins = models.DateTimeField()
    ends = models.DateTimeField()

    class Meta:
        ordering = ["begins"]

    def __str__(self) -> str:
        return f"vacation of person {self.person_id} from {self.begins:%Y-%m-%d}"
