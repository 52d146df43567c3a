"""Letters as an application of Django."""

from django.apps import AppConfig


class TalkConfig(AppConfig):
    """What people write to each other, on sites where they have accounts."""

    name = "tanelorn.site.club.talk"
    label = "talk"
    verbose_name = "Letters"
