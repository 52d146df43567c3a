"""The forms of a person's settings."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from tanelorn.core.errors import Illegal
from tanelorn.site.club.notices.ways.hooks import MOST_ADDRESS, read_hook
from tanelorn.site.club.people.models import Notice, Person, usual_notices
from tanelorn.site.club.people.names import folded, tidy

_QUIET = ("quiet_from", "quiet_until")
_NOTICES = ("told", "by_mail", "webhook", *_QUIET)
"""What is asked of those who have an address at which they can be told something."""


@cache
def _zones() -> tuple[tuple[str, str], ...]:
    """Return the time zones that are places, with their names for people; looking through all files of them takes a
    while.
    """
    places = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return tuple((zone, zone.replace("_", " ")) for zone in places)


class Settings(forms.ModelForm):  # type: ignore[type-arg]  # it takes no argument when it runs
    """What a person is called and how they wish the pages to be."""

    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), required=False)
    told = forms.MultipleChoiceField(
        label=gettext_lazy("Tell me while I am away when"),
        choices=Notice.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    webhook = forms.CharField(
        label=gettext_lazy("By webhook, to Discord or the like"),
        required=False,
        max_length=MOST_ADDRESS,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://…"}),
    )
    quiet_from = forms.TypedChoiceField(
        label=gettext_lazy("Tell me nothing from"), coerce=int, empty_value=None, required=False
    )
    quiet_until = forms.TypedChoiceField(label=gettext_lazy("until"), coerce=int, empty_value=None, required=False)

    class Meta:
        model = Person
        fields = ("username", "language", "palette", "motion", "time_zone", "by_mail", "webhook", *_QUIET)
        labels = {
            "palette": gettext_lazy("Light"),
            "motion": gettext_lazy("Motion"),
            "by_mail": gettext_lazy("By mail"),
        }

    def __init__(self, sent: QueryDict | None = None, *, instance: Person) -> None:
        super().__init__(sent, instance=instance)
        self.fields["username"].help_text = gettext("Others see it.")
        self.fields["language"].choices = [("", gettext("As this browser asks")), *settings.LANGUAGES]  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = [("", "UTC"), *_zones()]  # type: ignore[attr-defined]
        for field in _QUIET:
            self.fields[field].choices = [("", gettext("never")), *((hour, f"{hour:02}:00") for hour in range(24))]  # type: ignore[attr-defined]
        self.order_fields(["username", "language", "palette", "motion", "time_zone", *_NOTICES])
        if self.instance.guest:
            for field in _NOTICES:
                del self.fields[field]
        else:
            wanted = {**usual_notices(), **self.instance.notices}
            self.initial["told"] = [word for word, on in wanted.items() if on]

    def clean_username(self) -> str:
        """Return the name as it is kept; one's own may be written otherwise."""
        name = tidy(self.cleaned_data["username"])
        if folded(name) == self.instance.folded:
            return name
        return str(get_adapter().clean_username(name))

    def clean_webhook(self) -> str:
        """Raise ValidationError unless messages can be sent to the address, if there is one."""
        given = str(self.cleaned_data["webhook"])
        if given:
            try:
                read_hook(given)
            except Illegal as error:
                raise ValidationError(f"{error.why} {error.remedy}") from None
        return given

    def clean(self) -> dict[str, object] | None:
        """Raise ValidationError unless quiet hours both begin and end, at different times."""
        cleaned = super().clean() or self.cleaned_data
        begins, ends = (cleaned.get(field) for field in _QUIET)
        if (begins is None) != (ends is None) or (begins is not None and begins == ends):
            self.add_error("quiet_until", gettext("Say two different hours, or “never” for both."))
        return cleaned

    def save(self, commit: bool = True) -> Person:
        """Keep what was asked, and nothing else: somebody may be changing their password meanwhile."""
        if "told" in self.fields:
            self.instance.notices = {notice.value: notice.value in self.cleaned_data["told"] for notice in Notice}
        person: Person = super().save(commit=False)
        if commit:
            person.save(update_fields=["folded", *("notices" if name == "told" else name for name in self.fields)])
        return person


class Deletion(forms.Form):
    """Whoever deletes an account writes its name, so that nobody does it by a slip."""

    name = forms.CharField(widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, person: Person, sent: QueryDict | None = None) -> None:
        super().__init__(sent)
        self.person = person
        self.fields["name"].label = gettext("To delete it, write its name: %(name)s") % {"name": person.username}

    def clean_name(self) -> str:
        """Raise ValidationError unless it is the name."""
        if tidy(self.cleaned_data["name"]) != self.person.username:
            raise ValidationError(gettext("That is not the name of this account."))
        return self.person.username
