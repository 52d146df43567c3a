"""The page's modules, for templates."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from tanelorn.site.wire.parts import modules

register = template.Library()


@register.simple_tag
def fetched_ahead(name: str) -> SafeString:
    """Let a browser fetch all modules that a module needs at once, instead of finding them one behind another."""
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', ((static(each),) for each in modules(name)))
