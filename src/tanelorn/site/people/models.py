"""A person with an account, or a guest who may make one of it."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower


class People(UserManager["Person"]):
    """All people of the site."""

    def new_guest(self) -> Person:
        """Make a guest, under a name that nobody else has; whoever signs up as one keeps its games."""
        while True:
            name = f"Guest {secrets.randbelow(9_000_000) + 1_000_000}"
            if not self.filter(username=name).exists():
                return self.create_user(name, guest=True)


class Person(AbstractUser):
    """Somebody who plays; their `username` is what others call them."""

    guest = models.BooleanField(default=False)
    language = models.CharField(max_length=10, blank=True)
    palette = models.CharField(max_length=10, blank=True)
    motion = models.CharField(max_length=10, blank=True)
    time_zone = models.CharField(max_length=40, blank=True)
    notices = models.JSONField(default=dict)

    objects: ClassVar[People] = People()

    class Meta:
        constraints = [models.UniqueConstraint(Lower("username"), name="one_person_a_name")]

    def __str__(self) -> str:
        return self.username
