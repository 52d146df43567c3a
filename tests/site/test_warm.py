"""Sites of tests are forked from one process that has read all code, whatever the process of tests has done before."""

from __future__ import annotations

from tests.site.conftest import Site
from tests.site.warm import Forked


def test_a_site_is_forked_though_django_was_set_up_here(words: None, site: Site) -> None:
    assert isinstance(site.process, Forked)
