"""A club for benchmarks to fill, on a PostgreSQL and a Redis that are named by DATABASE_URL and REDIS_URL and should be
empty. Importing this sets Django up for it; only then can what the site is made of be imported.
"""

from __future__ import annotations

import os
import sys
import tempfile

import django

for name in ("DATABASE_URL", "REDIS_URL"):
    if not os.environ.get(name):
        sys.exit(f"{name} is not set: name a PostgreSQL and a Redis that may be filled (docs/host.md).")
os.environ["DJANGO_SETTINGS_MODULE"] = "tanelorn.site.club.settings"
os.environ.setdefault("SECRET_KEY", "only for benchmarks")
os.environ["TANELORN_DATA"] = tempfile.mkdtemp()
django.setup()
