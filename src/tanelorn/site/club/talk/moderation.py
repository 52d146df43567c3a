"""The moderators' pages, in Django's admin: what was reported, who is silenced, and a book of all that was done.

Moderators read the letters that were reported, no others; and none of a table at which they play, while its game is on.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.contrib.auth.models import Permission
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from tanelorn.core.errors import UnknownName
from tanelorn.site.club.gathering.models import Chair
from tanelorn.site.club.people.models import Person
from tanelorn.site.club.talk.letters import tell
from tanelorn.site.club.talk.models import Act, Report, Silence

A_WEEK = timedelta(days=7)
MAY = ("view_report", "change_report", "view_silence", "change_silence", "view_act")
"""What a moderator may do."""


if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Model]
else:
    ModelAdmin = admin.ModelAdmin  # it has its parameter for type checkers alone


class Moderation(admin.AdminSite):
    """The moderators' pages; who is none signs in as everybody does, and is told that they are none."""

    site_title = site_header = gettext_lazy("Moderators of Tanelorn")
    index_title = gettext_lazy("Letters")

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Send somebody to the site's own door, where second factors and limits are."""
        return secure_admin_login(super().login)(request, extra_context)  # type: ignore[no-any-return, no-untyped-call]


class _Looked(ModelAdmin):
    """What is looked at and acted upon, but never written by hand."""

    actions_selection_counter = True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> list[str]:
        return [field.name for field in self.opts.fields]


class Reports(_Looked):
    """Letters that were reported."""

    list_display = ("made", "text", "author", "hidden", "reason", "reporter", "table", "settled")
    list_filter = ("settled",)
    list_select_related = ("letter__author", "letter__table", "reporter")
    actions = ("hide", "show", "settle", "silence_for_a_week", "silence")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Return reports but those of games in which the moderator plays themselves."""
        playing = Chair.objects.filter(person=request.user.pk, gathering__table__ended=False)
        return Report.objects.exclude(letter__table__in=playing.values("gathering__table"))

    @admin.display(description=gettext_lazy("letter"))
    def text(self, report: Report) -> str:
        return report.letter.text

    @admin.display(description=gettext_lazy("written by"))
    def author(self, report: Report) -> str:
        return report.letter.author.username if report.letter.author else gettext("somebody who has left")

    @admin.display(description=gettext_lazy("hidden"), boolean=True)
    def hidden(self, report: Report) -> bool:
        return report.letter.hidden

    @admin.display(description=gettext_lazy("table"))
    def table(self, report: Report) -> str:
        return report.letter.table.name

    @admin.action(description=gettext_lazy("Hide the letter"), permissions=["change"])
    def hide(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._each(request, reports, "hid the letter", lambda report: _show(report, False))

    @admin.action(description=gettext_lazy("Show the letter again"), permissions=["change"])
    def show(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._each(request, reports, "showed the letter again", lambda report: _show(report, True))

    @admin.action(description=gettext_lazy("Settled: nothing more to do"), permissions=["change"])
    def settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._each(request, reports, "settled the report", _settle)

    @admin.action(description=gettext_lazy("Take letters from its author for a week"), permissions=["change"])
    def silence_for_a_week(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        until = timezone.now() + A_WEEK
        self._each(request, reports, "took letters from them for a week", lambda report: _silence(report, until))

    @admin.action(description=gettext_lazy("Take letters from its author for good"), permissions=["change"])
    def silence(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._each(request, reports, "took letters from them for good", lambda report: _silence(report, None))

    def _each(self, request: HttpRequest, reports: QuerySet[Report], did: str, act: Callable[[Report], bool]) -> None:
        """Do something about each report and write it into the book, both or neither."""
        done = 0
        for report in reports.select_related("letter__author", "letter__table"):
            with transaction.atomic():
                if act(report):
                    author = report.letter.author
                    write_down(request, did, author.username if author else "", report.letter.key, report.reason)
                    done += 1
            tell(report.letter.table)
        self.message_user(request, gettext("Done: %(count)s.") % {"count": done}, messages.SUCCESS)


class Silences(_Looked):
    """Who may write no letters."""

    list_display = ("person", "until", "why", "made")
    list_select_related = ("person",)
    actions = ("lift",)

    @admin.action(description=gettext_lazy("Let them write again"), permissions=["change"])
    def lift(self, request: HttpRequest, silences: QuerySet[Silence]) -> None:
        for silence in silences.select_related("person"):
            with transaction.atomic():
                silence.delete()
                write_down(request, "let them write again", silence.person.username, "", silence.why)


class Acts(_Looked):
    """The book of all that moderators did."""

    list_display = ("made", "called", "did", "about", "letter", "why")
    list_display_links = None
    actions = None


def write_down(request: HttpRequest, did: str, about: str, letter: str, why: str) -> None:
    """Make an entry in the book."""
    Act.objects.create(
        moderator_id=request.user.pk,
        called=request.user.get_username(),
        did=did,
        about=about,
        letter=letter,
        why=why,
    )


def _show(report: Report, shown: bool) -> bool:
    if report.letter.hidden is not shown:
        return False
    report.letter.hidden = not shown
    report.letter.save(update_fields=["hidden"])
    return True


def _settle(report: Report) -> bool:
    if report.settled:
        return False
    report.settled = True
    report.save(update_fields=["settled"])
    return True


def _silence(report: Report, until: datetime | None) -> bool:
    if report.letter.author is None:
        return False
    Silence.objects.update_or_create(person=report.letter.author, defaults={"until": until, "why": report.reason})
    return True


def appoint(name: str, *, moderates: bool) -> str:
    """Make somebody a moderator, or one no longer, and return their name; raise UnknownName."""
    person = Person.objects.named(name).first()
    if person is None:
        raise UnknownName(
            gettext("Nobody here is called “%(name)s”.") % {"name": name[:40]},
            remedy=gettext("Give the name by which others see them."),
        )
    rights = Permission.objects.filter(content_type__app_label="talk", codename__in=MAY)
    with transaction.atomic():
        person.is_staff = moderates or person.is_superuser
        person.save(update_fields=["is_staff"])
        (person.user_permissions.add if moderates else person.user_permissions.remove)(*rights)
    return person.username


moderation = Moderation()
moderation.register(Report, Reports)
moderation.register(Silence, Silences)
moderation.register(Act, Acts)
