"""A person with an account, or a guest who may make one of it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tanelorn.site.club.people.names import MOST_NAME, check_name, folded, tidy

GUESTS_STAY = timedelta(days=90)
"""So long is a guest kept who owns nothing and does not come back."""


class Palette(models.TextChoices):
    """In which light a person's pages are drawn."""

    SYSTEM = "", gettext_lazy("As this device is set")
    LIGHT = "light", gettext_lazy("Daylight")
    DARK = "dark", gettext_lazy("Candlelight")


class Motion(models.TextChoices):
    """Whether pieces move on a person's pages."""

    SYSTEM = "", gettext_lazy("As this device is set")
    STILL = "still", gettext_lazy("Nothing moves")


class Notice(models.TextChoices):
    """What a person can be told of while they are away."""

    TURN = "turn", gettext_lazy("It is my turn")
    NEAR = "near", gettext_lazy("My time for a decision is nearly up")
    ASKED = "asked", gettext_lazy("Somebody asks me to play")
    BEGUN = "begun", gettext_lazy("A game that I wait for begins")
    OVER = "over", gettext_lazy("A game of mine is over")
    LETTER = "letter", gettext_lazy("A letter to me has come")
    PROPOSED = "proposed", gettext_lazy("A pause or more time is proposed")
    REPLACED = "replaced", gettext_lazy("I was late and have lost my seat")


def usual_notices() -> dict[str, bool]:
    """Return of what people are told until they say otherwise."""
    return {notice.value: True for notice in Notice}


class People(UserManager["Person"]):
    """All people of the site."""

    def new_guest(self) -> Person:
        """Make a guest, under a name that nobody else has; whoever signs up as one keeps its games."""
        while True:
            name = f"Guest {secrets.randbelow(9_000_000) + 1_000_000}"
            if not self.named(name).exists():
                guest = self.model(username=name, guest=True)
                guest.set_unusable_password()
                guest.save(using=self._db)
                return guest

    def named(self, name: str) -> models.QuerySet[Person]:
        """Return whoever bears a name, or one that would be taken for it."""
        return self.filter(folded=folded(tidy(name)))

    def hold(self, people: Iterable[int]) -> list[Person]:
        """Hold some people until the transaction ends, and return them as they are by then: what is planned for one of
        them is planned by one process at a time. What refers to them can be written meanwhile.
        """
        return list(self.select_for_update(no_key=True).filter(pk__in=list(people)).order_by("pk"))

    def leave_unused_guests(self) -> int:
        """Remove the guests who have not been here for long and own nothing; return how many."""
        owned = [
            relation.get_accessor_name()
            for relation in self.model._meta.related_objects  # noqa: SLF001  (Django documents it)
            if relation.on_delete is models.SET_NULL  # what outlives its person: seats, tables
        ]
        long_gone = models.Q(seen__lt=timezone.now() - GUESTS_STAY)
        unused = self.filter(long_gone, guest=True, **{f"{relation}__isnull": True for relation in owned})
        count = 0
        for number in list(unused.values_list("pk", flat=True)):
            with transaction.atomic():
                self.select_for_update().filter(pk=number).first()  # who comes back waits, or has come back by now
                for guest in unused.filter(pk=number):
                    guest.delete()
                    count += 1
        return count


class Person(AbstractUser):
    """Somebody who plays; their `username` is what others call them. It can change, their number cannot."""

    first_name = None  # type: ignore[assignment]  # Django's own, of which we ask nothing
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        gettext_lazy("Name"),
        max_length=MOST_NAME,
        unique=True,
        validators=[check_name],
        error_messages={"unique": gettext_lazy("Somebody has this name, or one very much like it.")},
    )
    folded = models.CharField(max_length=20 * MOST_NAME, unique=True, editable=False)
    guest = models.BooleanField(default=False)
    seen = models.DateTimeField(default=timezone.now)
    language = models.CharField(max_length=10, blank=True)
    heard = models.CharField(
        max_length=10, blank=True, editable=False
    )  # as the site last spoke to them; letters go by it
    palette = models.CharField(max_length=10, blank=True, choices=Palette)
    motion = models.CharField(max_length=10, blank=True, choices=Motion)
    time_zone = models.CharField(max_length=40, blank=True)
    notices = models.JSONField(default=usual_notices)
    by_mail = models.BooleanField(default=True)
    webhook = models.CharField(max_length=400, blank=True)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)  # full hours; both are None, or neither is
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)

    objects: ClassVar[People] = People()
    REQUIRED_FIELDS = ["email"]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep with the name what it is compared by."""
        self.username = tidy(self.username)
        self.folded = folded(self.username)
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username

    def wants(self, notice: Notice) -> bool:
        """Whether they are to be told of something; guests have no address to which it could be sent."""
        return not self.guest and bool(self.notices.get(notice.value, usual_notices()[notice.value]))
