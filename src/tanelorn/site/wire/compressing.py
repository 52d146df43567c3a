"""Answers travel compressed: boards, charts, records, scripts."""

from __future__ import annotations

from django.http.request import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

_SMALL_ALREADY = ("font/", "image/png")


class Compressed(GZipMiddleware):
    """Django's compression for whole answers that are not compressed in themselves.

    A file that has not changed is answered by headers alone, and must stay without a body.

    The length of a page tells nothing of the token in it: Django masks it anew each time and adds bytes at random.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code != 200 or response.headers.get("Content-Type", "").startswith(_SMALL_ALREADY):
            return response
        return super().process_response(request, response)
