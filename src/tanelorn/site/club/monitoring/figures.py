"""The figures of a club, as Prometheus keeps them.

Several processes of a club each write theirs into files of a folder that they share (PROMETHEUS_MULTIPROC_DIR), which
`serve` makes for them; whichever is asked adds them up.
"""

from __future__ import annotations

import logging

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

OWN = CollectorRegistry()
"""What this process has counted."""
_SOON = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_LONG = (0.05, 0.25, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)

CHOICES = Counter("tanelorn_choices", "Choices of people and bots that lie on the disk", ["game"], registry=OWN)
TOLD = Histogram(
    "tanelorn_told_seconds", "From a choice that is asked for until a page is told of it", buckets=_SOON, registry=OWN
)
SOCKETS = Gauge("tanelorn_sockets", "Open sockets of pages and programs", registry=OWN, multiprocess_mode="livesum")
TABLES = Gauge("tanelorn_tables_in_memory", "Tables in memory", registry=OWN, multiprocess_mode="livesum")
THINKING = Gauge("tanelorn_bots_thinking", "Bots that think now, or wait to", registry=OWN, multiprocess_mode="livesum")
THOUGHTS = Histogram(
    "tanelorn_thought_seconds", "How long a bot waited and thought", ["game"], buckets=_LONG, registry=OWN
)
FAILED = Counter("tanelorn_thoughts_failed", "Thoughts of bots that came to nothing", registry=OWN)
REQUESTS = Histogram(
    "tanelorn_request_seconds", "How long requests took, by their status", ["status"], buckets=_SOON, registry=OWN
)
LOGGED = Counter("tanelorn_logged", "Lines of the log, by how grave they are", ["level"], registry=OWN)


class Counting(logging.Handler):
    """Counts the lines of the log that are warnings or graver."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        LOGGED.labels(record.levelname.lower()).inc()
