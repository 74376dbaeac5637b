"""Send an e-mail where the site is told how; whoever asked for it hears what became of it."""

import io
import logging
import smtplib
from email.utils import parseaddr

import segno
from django.conf import settings
from django.core.mail import EmailMessage

from tournaments.publishing.calendar import METHOD, TYPE

AUTOMATIC = {"Auto-Submitted": "auto-generated"}


def is_configured() -> bool:
    """Tell whether this site can send e-mails at all."""
    return bool(settings.EMAIL_CONFIGURED)


def send(to: str, subject: str, body: str, *, calendar: str = "", code: str = "", number: str = "") -> bool:
    """Send an e-mail, within the settings' time-out; say whether the server took it.

    A calendar file goes with it, and an address as a QR code. By its number a mail program
    knows an e-mail that comes twice.
    """
    line = " ".join(subject.split())  # a name with a line break in it must not become a header
    headers = AUTOMATIC | ({"Message-ID": f"<{number}@{_host()}>"} if number else {})
    message = EmailMessage(line, body, to=[to], headers=headers)
    if calendar:
        message.attach("event.ics", calendar, f"{TYPE}; method={METHOD}")
    if code:
        message.attach("check-in.png", _drawn(code), "image/png")
    try:
        return message.send() == 1
    except (OSError, smtplib.SMTPException) as error:
        logging.getLogger(__name__).warning("An e-mail could not be sent: %s", type(error).__name__)
        return False


def _drawn(address: str) -> bytes:
    file = io.BytesIO()
    segno.make(address, error="m").save(file, kind="png", scale=8)
    return file.getvalue()


def _host() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "sparrows"
