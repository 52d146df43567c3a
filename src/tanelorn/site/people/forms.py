"""The forms of a person's settings."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from tanelorn.site.people.models import Notice, Person, usual_notices
from tanelorn.site.people.names import folded, tidy


class Settings(forms.ModelForm):  # type: ignore[type-arg]  # it takes no argument when it runs
    """What a person is called and how they wish the pages to be."""

    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), required=False)
    told = forms.MultipleChoiceField(
        label=gettext_lazy("Send me mail when"),
        choices=Notice.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Person
        fields = ("username", "language", "palette", "motion", "time_zone")
        labels = {"palette": gettext_lazy("Light"), "motion": gettext_lazy("Motion")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = gettext("Others see it.")
        self.fields["language"].choices = [("", gettext("As this browser asks")), *settings.LANGUAGES]  # type: ignore[attr-defined]
        zones = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
        self.fields["time_zone"].choices = [("", "UTC"), *((zone, zone.replace("_", " ")) for zone in zones)]  # type: ignore[attr-defined]
        if self.instance.guest:
            del self.fields["told"]
        else:
            wanted = {**usual_notices(), **self.instance.notices}
            self.initial["told"] = [word for word, on in wanted.items() if on]

    def clean_username(self) -> str:
        """Return the name as it is kept; one's own may be written otherwise."""
        name = tidy(self.cleaned_data["username"])
        if folded(name) == self.instance.folded:
            return name
        return str(get_adapter().clean_username(name))

    def save(self, commit: bool = True) -> Person:
        """Keep it all."""
        if "told" in self.fields:
            self.instance.notices = {notice.value: notice.value in self.cleaned_data["told"] for notice in Notice}
        super().save(commit)
        person: Person = self.instance
        return person


class Deletion(forms.Form):
    """Whoever deletes an account writes its name, so that nobody does it by a slip."""

    name = forms.CharField(widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, person: Person, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.fields["name"].label = gettext("To delete it, write its name: %(name)s") % {"name": person.username}

    def clean_name(self) -> str:
        """Raise ValidationError unless it is the name."""
        if tidy(self.cleaned_data["name"]) != self.person.username:
            raise ValidationError(gettext("That is not the name of this account."))
        return self.person.username
