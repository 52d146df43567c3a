"""What is kept for programs: tokens, and what each seat answered last through one."""

from __future__ import annotations

from typing import Literal, get_args

from django.conf import settings
from django.db import models

from tanelorn.site.models import GameTable

Scope = Literal["read", "play", "tables"]
"""What a token is good for: to look on, to play one's seats, to set up, join and begin tables. All may look on."""
SCOPES: tuple[Scope, ...] = get_args(Scope)


class Token(models.Model):
    """A word by which a program acts for a person. The word itself is kept nowhere, only its digest."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    made = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"token {self.pk} of {self.person_id}"

    @property
    def group(self) -> str:
        """The channel group of all that was opened by it."""
        return f"token-{self.pk}"


class Answer(models.Model):
    """What a seat answered last through a token, and at which moment: sent again, it is known again. Only a digest of
    the words is kept; a sealed choice may be among them.
    """

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="answers")
    seat = models.PositiveSmallIntegerField()
    moment = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="one_answer_a_seat")]

    def __str__(self) -> str:
        return f"answer of seat {self.seat} at table {self.table_id}"
