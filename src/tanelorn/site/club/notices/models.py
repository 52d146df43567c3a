"""What is kept of notices: what there is to tell, and the messages that tell it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tanelorn.site.club.gathering.models import Gathering


class News(models.Model):
    """Something that a person may have to be told about a table: `what`, a word of `people.models.Notice`, on the
    occasion of a `mark`, once for each. It is told when it is `due`, unless it is `settled` by then: told, or seen at
    the table. What is `past` is so no longer: the turn has been played.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="news")
    gathering = models.ForeignKey(Gathering, on_delete=models.CASCADE, related_name="news")
    what = models.CharField(max_length=10)
    mark = models.CharField(max_length=24, blank=True)
    due = models.DateTimeField()
    settled = models.DateTimeField(null=True)
    past = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "news"
        constraints = [
            models.UniqueConstraint(fields=["person", "gathering", "what", "mark"], name="news_once"),
        ]
        indexes = [models.Index(fields=["due"], condition=models.Q(settled=None), name="news_to_tell")]

    def __str__(self) -> str:
        return f"{self.what} at gathering {self.gathering_id} for person {self.person_id}"


class Device(models.Model):
    """A browser in which a person is told: the address of its maker's service, and the keys by which it alone reads."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    browser = models.CharField(max_length=60)
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"device {self.pk} of person {self.person_id}"


class Message(models.Model):
    """A message to a person, of so many `news`, that goes one `way`, to one `device` if that is a browser. Once its
    sending has `begun` it is not sent again, unless it is known that it failed: somebody who is killed meanwhile cannot
    tell whether it has arrived.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messages")
    way = models.CharField(max_length=10)
    device = models.ForeignKey(Device, null=True, on_delete=models.CASCADE, related_name="messages")
    news = models.JSONField(default=list)
    made = models.DateTimeField(default=timezone.now)
    begun = models.DateTimeField(null=True)
    sent = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"message {self.pk} to person {self.person_id}"
