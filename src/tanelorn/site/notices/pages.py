"""The page by which somebody ends the mails that they get, without signing in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tanelorn.core.errors import UnknownName
from tanelorn.site.notices.wording import person_of
from tanelorn.site.people.models import Person


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@csrf_exempt  # the word in the address is what allows it: a mail program sends the form, and has no cookie
def off(request: HttpRequest, word: str) -> HttpResponse:
    """End the mails of whoever was sent this address, once its form is sent; to look at it changes nothing."""
    person = person_of(word)
    if person is None:
        raise UnknownName(
            gettext("This address ends nobody’s mails."),
            remedy=gettext("Take the whole link from the last mail, or change your settings."),
        )
    if request.method == "POST":
        Person.objects.filter(pk=person.pk).update(by_mail=False)
    return render(request, "tanelorn/notices/off.html", {"ended": request.method == "POST"})
