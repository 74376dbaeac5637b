"""Log lines without secrets and without forged lines: one record, one line, tokens struck out."""

import json
import logging
import re
from datetime import UTC, datetime

SECRET = re.compile(
    r"(?i)(\bbearer\s+|\b(?:pair|token|code|key|password|secret|sessionid|csrftoken)\b[\"']?\s*[=:]\s*[\"']?)[^\s\"'&;,)}\]]+"
)
PASSWORD_IN_URL = re.compile(r"(://[^:/@\s]*:)[^@/\s]+@")
CONTROL = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029]")


def scrub(text: str) -> str:
    """Strike out tokens and passwords, and escape every character that could start a new line."""
    text = PASSWORD_IN_URL.sub(r"\1***@", SECRET.sub(r"\1***", text))
    return CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


class OneLine(logging.Filter):
    """Leave the traceback out where it says nothing that the message does not say."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, shortened."""
        record.exc_info = record.exc_text = None
        return True


class PlainLine(logging.Formatter):
    """Time, level, logger and message, for a person at a terminal; a traceback follows on its own lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is the standard library's
        record.message = scrub(record.message)
        return super().formatMessage(record)


class JsonLine(logging.Formatter):
    """One JSON object a line, for a collector of logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the record with its traceback inside the same line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": scrub(record.getMessage()),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
