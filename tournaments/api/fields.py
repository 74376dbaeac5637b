"""Fields that take a JSON value as it is or refuse it: no number from a text, no text from a number."""

import re
import unicodedata
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.fields import SkipField, empty
from rest_framework.settings import api_settings

NON_FIELD = str(api_settings.NON_FIELD_ERRORS_KEY)
KEY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
HASH = re.compile(r"[0-9a-f]{64}")
REQUIRED = {"required": _("This is missing."), "null": _("This may not be null.")}


class Plain(serializers.Field[Any, Any, Any, Any]):
    """A field that is checked by its type alone, without validators; a deal has a few hundred."""

    def run_validation(self, data: Any = empty) -> Any:
        if data is None or data is empty:
            return super().run_validation(data)
        return self.to_internal_value(data)


class StrictInt(Plain):
    """Take a JSON integer from `least` to `most`; a boolean, a float or a text is none."""

    default_error_messages = {
        **REQUIRED,
        "wrong_type": _("A whole number is needed."),
        "out_of_range": _("From {least} to {most}, please."),
    }

    def __init__(self, *, least: int, most: int, **options: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("wrong_type")
        if not self.least <= data <= self.most:
            self.fail("out_of_range", least=self.least, most=self.most)
        return data

    def to_representation(self, value: int) -> int:
        return value


@extend_schema_field(OpenApiTypes.BOOL)
class Truth(Plain):
    """Take true or false, nothing that merely looks like it."""

    default_error_messages = {**REQUIRED, "wrong_type": _("True or false is needed.")}

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("wrong_type")
        return data

    def to_representation(self, value: bool) -> bool:
        return value


class Text(Plain):
    """Take a text of at most `most` letters, composed (NFC), without control or direction marks."""

    default_error_messages = {
        **REQUIRED,
        "wrong_type": _("A text is needed."),
        "too_long": _("At most {most} letters, please."),
        "unfit_text": _("The text holds characters that cannot be shown."),
    }

    def __init__(self, *, most: int, **options: Any) -> None:
        self.most = most
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        if type(data) is not str:
            self.fail("wrong_type")
        if len(data) > self.most:
            self.fail("too_long", most=self.most)
        if data.isascii() and data.isprintable():
            return data.strip()
        if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs") for letter in data):
            self.fail("unfit_text")
        return unicodedata.normalize("NFC", data).strip()

    def to_representation(self, value: str) -> str:
        return value


class Patterned(Plain):
    """Take a text of one exact form: a key or a hash."""

    default_error_messages = {
        **REQUIRED,
        "wrong_type": _("A text is needed."),
        "wrong_form": _("This is not {form}."),
    }

    def __init__(self, *, pattern: re.Pattern[str], form: Any, **options: Any) -> None:
        self.pattern, self.form = pattern, form
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        if type(data) is not str:
            self.fail("wrong_type")
        if not self.pattern.fullmatch(data):
            self.fail("wrong_form", form=self.form)
        return data

    def to_representation(self, value: str) -> str:
        return value


class Bounds(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]  # untyped there
    """Say in the OpenAPI document what each of these fields takes."""

    target_class = Plain
    match_subclasses = True

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return isinstance(target, StrictInt | Text | Patterned)

    def map_serializer_field(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        field: Any = self.target
        if isinstance(field, StrictInt):
            return {"type": "integer", "minimum": field.least, "maximum": field.most}
        if isinstance(field, Text):
            return {"type": "string", "maxLength": field.most}
        return {"type": "string", "pattern": f"^{field.pattern.pattern}$"}


def key_field(**options: Any) -> Patterned:
    """Make a field for the key of an entry: a UUID in lower case with hyphens."""
    return Patterned(pattern=KEY, form=_("a UUID in lower case"), **options)


def hash_field(**options: Any) -> Patterned:
    """Make a field for a SHA-256 hash."""
    return Patterned(pattern=HASH, form=_("a SHA-256 hash in hexadecimal"), **options)


class StrictChoice(Plain, serializers.ChoiceField):
    """Take one of a few texts, exactly as it is written."""

    default_error_messages = {
        **REQUIRED,
        "wrong_type": _("A text is needed."),
        "not_a_choice": _("{input} is not one of {choices}."),
    }

    def to_internal_value(self, data: Any) -> Any:
        if type(data) is not str:
            self.fail("wrong_type")
        if data not in self.choices:
            self.fail("not_a_choice", input=ascii(data[:40]), choices=", ".join(map(str, self.choices)))
        return data


class StrictList(Plain, serializers.ListField):
    """Take a JSON array of at most `max_length` items, each fault under its own place."""

    default_error_messages = {
        **REQUIRED,
        "not_a_list": _("A list is needed."),
        "max_length": _("At most {max_length} items, please."),
        "repeated": _("Each may be named once only."),
    }

    def __init__(self, *, once: bool = False, max_length: int = 64, **options: Any) -> None:
        self.once, self.most = once, max_length
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> list[Any]:
        if type(data) is not list:
            self.fail("not_a_list")
        if len(data) > self.most:
            self.fail("max_length", max_length=self.most)
        taken = self.run_child_validation(data)
        if self.once and len(set(taken)) < len(taken):
            self.fail("repeated")
        return taken


class StrictSerializer(Plain, serializers.Serializer[Any]):
    """Take a JSON object with these keys only; every fault is reported, none hides another."""

    default_error_messages = {
        **REQUIRED,
        "invalid": _("An object is needed."),
        "unknown_field": _("There is no such field."),
    }

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise serializers.ValidationError({NON_FIELD: [self._fault("invalid")]})
        faults: dict[str, Any] = {
            name[:40]: [self._fault("unknown_field")] for name in data if name not in self.fields
        }
        value = {}
        for name, field in self.fields.items():
            try:
                value[name] = field.run_validation(data.get(name, empty))
            except serializers.ValidationError as found:
                faults[name] = found.detail
            except SkipField:
                continue
        if faults:
            raise serializers.ValidationError(faults)
        return value

    def _fault(self, code: str) -> ErrorDetail:
        return ErrorDetail(str(self.error_messages[code]), code=code)
