"""The people of the site as an application of Django."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Accounts, on sites that have them."""

    name = "tanelorn.site.people"
    label = "people"
