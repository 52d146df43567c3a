"""What is kept of a table of several people: how it came about, and whose each seat is."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models

from tanelorn.site.models import GameTable, new_code


def new_invite() -> str:
    """Return the word of an invitation, which nobody guesses."""
    return secrets.token_urlsafe(24)


def new_secret() -> str:
    """Return the secret of the dice that are promised to whoever gathers."""
    return secrets.token_hex(32)


class Visibility(models.TextChoices):
    """Who may look on, and join while a seat is free."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


class Gathering(models.Model):
    """A table at which people gather; once it has begun, its `table` is the one that is played at, of the same code.

    Where a list has fetched it, `seated` are its chairs.
    """

    code = models.CharField(max_length=12, unique=True, default=new_code)
    game = models.CharField(max_length=40)
    scenario = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    name = models.CharField(max_length=80)
    visibility = models.CharField(max_length=10, choices=Visibility)
    invite = models.CharField(max_length=40, unique=True, default=new_invite)
    pace = models.JSONField(null=True, default=None)
    press = models.CharField(max_length=10, default="public")
    watching = models.CharField(max_length=10, default="now")
    secret = models.CharField(max_length=64, default=new_secret)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted")
    table = models.OneToOneField(GameTable, null=True, on_delete=models.CASCADE, related_name="gathering")
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-made"]
        indexes = [
            models.Index(fields=["visibility", "-id"], condition=models.Q(table=None), name="waiting"),
            models.Index(fields=["game", "visibility", "-id"], condition=models.Q(table=None), name="waiting_of"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.game})"


class Chair(models.Model):
    """A seat at a table: whose it is, or the bot that sits there. A free one is nobody's yet.

    Somebody who is asked to play again has a chair that they have not `taken`. A `vacant` one was lost by somebody who
    was late: its bot plays only until somebody takes it. A friend plays at the screen of the person whose chair it is,
    under the name that was given.
    """

    gathering = models.ForeignKey(Gathering, on_delete=models.CASCADE, related_name="chairs")
    seat = models.PositiveSmallIntegerField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="chairs")
    taken = models.BooleanField(default=False)
    who = models.CharField(max_length=10)
    name = models.CharField(max_length=80, blank=True)
    bot = models.CharField(max_length=80, blank=True)
    words = models.CharField(max_length=200, blank=True)
    vacant = models.BooleanField(default=False)

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["gathering", "seat"], name="one_chair_a_seat")]
        indexes = [models.Index(fields=["gathering"], condition=models.Q(vacant=True), name="vacant_chairs")]

    def __str__(self) -> str:
        return f"seat {self.seat} of gathering {self.gathering_id}"


class Replaced(models.Model):
    """Somebody has lost a seat because they were late. They know what it knew."""

    gathering = models.ForeignKey(Gathering, on_delete=models.CASCADE, related_name="replaced")
    seat = models.PositiveSmallIntegerField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="replaced")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"seat {self.seat} of gathering {self.gathering_id}, lost by {self.person_id}"
