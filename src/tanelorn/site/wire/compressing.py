"""Answers travel compressed: boards, charts, records, scripts."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator

from django.http import StreamingHttpResponse
from django.http.request import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

_SMALL_ALREADY = ("font/", "image/png")


class Compressed(GZipMiddleware):
    """Django's compression for whole answers that are not compressed in themselves, and ours for those told in parts:
    Django makes of these one file after the other, of which browsers read the first alone.

    A file that has not changed is answered by headers alone, and must stay without a body.

    The length of a page tells nothing of the token in it: Django masks it anew each time and adds bytes at random.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code != 200 or response.headers.get("Content-Type", "").startswith(_SMALL_ALREADY):
            return response
        if not isinstance(response, StreamingHttpResponse) or not response.is_async:
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
            told = response.streaming_content
            assert isinstance(told, AsyncIterator)
            response.streaming_content = compressed(told)
            response.headers["Content-Encoding"] = "gzip"
        return response


async def compressed(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Compress an answer that is told in parts, each of which can be read when it comes."""
    packing = zlib.compressobj(wbits=16 + zlib.MAX_WBITS)
    async for part in parts:
        yield packing.compress(part) + packing.flush(zlib.Z_SYNC_FLUSH)
    yield packing.flush()
