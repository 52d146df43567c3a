"""What a person's pages and programs ask about themselves."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe


@require_safe
def me(request: HttpRequest) -> JsonResponse:
    """Tell a page, or a program, who it has signed in as."""
    person = request.user
    return JsonResponse({"name": person.get_username(), "guest": bool(getattr(person, "guest", False))})
