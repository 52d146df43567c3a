"""What is kept of talk: letters, whose letters somebody does not want, what was reported, and who may write no more."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone

from tanelorn.site.models import GameTable


def new_key() -> str:
    """Return the name of a letter, from which nobody learns how many there are."""
    return secrets.token_urlsafe(9)


class Audience(models.TextChoices):
    """For whom a letter is: certain seats, all of them, everybody at the table, or only those who look on."""

    SEATS = "seats"
    TABLE = "table"
    EVERYBODY = "everybody"
    WATCHERS = "watchers"


class Letter(models.Model):
    """What somebody has written, as a `seat`, or -1 as somebody who looks on. `withheld` are the people who had blocked
    its author by then: it never reaches them. A moderator may have `hidden` it.
    """

    key = models.CharField(max_length=16, unique=True, default=new_key)
    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="letters")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="letters")
    seat = models.SmallIntegerField()
    audience = models.CharField(max_length=10, choices=Audience)
    to = models.JSONField(default=list)
    text = models.TextField()
    withheld = models.JSONField(default=list)
    hidden = models.BooleanField(default=False)
    sent = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"letter {self.key} at table {self.table_id}"


class Shun(models.Model):
    """Somebody does not want to read another's letters; who `blocks` them is neither written to nor joined either."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shuns")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shunned_by")
    blocks = models.BooleanField(default=False)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="shunned_once")]

    def __str__(self) -> str:
        return f"{self.person_id} {'blocks' if self.blocks else 'mutes'} {self.other_id}"


class Report(models.Model):
    """Why somebody has reported a letter; `settled` once a moderator has seen to it."""

    letter = models.ForeignKey(Letter, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports")
    reason = models.CharField(max_length=500)
    made = models.DateTimeField(auto_now_add=True)
    settled = models.BooleanField(default=False)

    class Meta:
        ordering = ["settled", "-pk"]
        constraints = [models.UniqueConstraint(fields=["letter", "reporter"], name="reported_once")]

    def __str__(self) -> str:
        return f"report of {self.letter}"


class Act(models.Model):
    """What a moderator has done, and about what: an entry in a book that nobody changes. It outlives accounts."""

    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="acts")
    called = models.CharField("moderator", max_length=40)
    did = models.CharField(max_length=200)
    about = models.CharField(max_length=40)
    letter = models.CharField(max_length=16)
    why = models.CharField("reported as", max_length=500, blank=True)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = "act of a moderator"
        verbose_name_plural = "acts of moderators"

    def __str__(self) -> str:
        return f"{self.called}: {self.did}"


class Silence(models.Model):
    """Somebody may write no letters, `until` then or for good."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="silence")
    until = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=500)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"silence of {self.person}"
