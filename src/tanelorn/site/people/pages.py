"""What a person does with their account besides signing in."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from tanelorn.site.people.models import Person

_BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_POST
def play_as_guest(request: HttpRequest) -> HttpResponse:
    """Sign a visitor in as a guest and go where they wanted, on this site alone."""
    if not request.user.is_authenticated:
        login(request, Person.objects.new_guest(), backend=_BACKEND)
    wanted = request.POST.get("next", "/")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return redirect(wanted if safe else "/")


@require_safe
def me(request: HttpRequest) -> JsonResponse:
    """Tell a page, or a program, who it has signed in as."""
    person = request.user
    return JsonResponse({"name": person.get_username(), "guest": bool(getattr(person, "guest", False))})
