"""Send an e-mail where the site is told how; whoever asked for it hears what became of it."""

import logging
import smtplib

from django.conf import settings
from django.core.mail import EmailMessage

AUTOMATIC = {"Auto-Submitted": "auto-generated"}


def is_configured() -> bool:
    """Tell whether this site can send e-mails at all."""
    return bool(settings.EMAIL_CONFIGURED)


def send(to: str, subject: str, body: str) -> bool:
    """Send an e-mail, within the settings' time-out; say whether the server took it."""
    line = " ".join(subject.split())  # a name with a line break in it must not become a header
    try:
        return EmailMessage(line, body, to=[to], headers=AUTOMATIC).send() == 1
    except (OSError, smtplib.SMTPException) as error:
        logging.getLogger(__name__).warning("An e-mail could not be sent: %s", type(error).__name__)
        return False
