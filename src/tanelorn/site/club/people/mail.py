"""Mail of a site that has no mail server: the host passes it on."""

from __future__ import annotations

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.filebased import EmailBackend


class ForTheHost(EmailBackend):
    """Puts every mail into a folder beside the tables and shows it in the terminal, where the host reads it; but not
    notices, which would have come too late by then, and none at all where what is printed is a log for machines.
    """

    def write_message(self, message: EmailMessage) -> None:
        """Write a mail to its file and to the terminal."""
        super().write_message(message)
        if "List-Unsubscribe" in message.extra_headers or settings.LOG_FOR_MACHINES:
            return
        print(f"Mail for {', '.join(message.recipients())}\n\n{message.subject}\n\n{message.body}\n", flush=True)
