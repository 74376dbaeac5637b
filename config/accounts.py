"""How accounts log in: the names they may type, the browser that is known, the second factor in its box.

allauth asks these adapters. A name and an e-mail address mean one account, so that wrong passwords are
counted once, whatever was typed. Secrets of second factors lie encrypted in the database.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from config.login import keep_known
from tournaments import access
from tournaments.live.callers import network_of
from tournaments.services import mailing
from tournaments.services.boxes import box

SECOND_FACTOR = "sparrows second factor"


class Accounts(DefaultAccountAdapter):  # type: ignore[misc] # allauth has no types
    """What allauth asks about accounts."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Let nobody make an account without an invitation."""
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count no wrong passwords here: axes does, so that the owner of the name is not locked out."""

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Ask for the password of the account that a name or an address means."""
        typed = credentials.get("username") or credentials.get("email") or ""
        return authenticate(request, username=name_meant(typed), password=credentials.get("password"))

    def post_login(self, request: HttpRequest, user: Any, **told: Any) -> HttpResponse:
        """Know the browser again, and speak the language of the account there."""
        response: HttpResponse = super().post_login(request, user, **told)
        request.session["language"] = access.language_of(user)
        keep_known(response, user.get_username())
        return response

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *more: Any, **named: Any
    ) -> None:
        """Say nothing of what can be seen: that somebody came in, or left."""
        if message_template not in ("account/messages/logged_in.txt", "account/messages/logged_out.txt"):
            super().add_message(request, level, message_template, *more, **named)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send it as every mail is sent: a mail server that is away stops nobody."""
        if mailing.is_configured():
            message = self.render_mail(template_prefix, email, context)
            mailing.send(email, message.subject, message.body)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Give the address of a new password; its two parts are folders of it."""
        uidb36, _, token = key.partition("-")
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": uidb36, "key": token})
        return str(self.request.build_absolute_uri(path))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Give the caller's address, which `client_address` has read behind a proxy."""
        return network_of(request.META.get("REMOTE_ADDR", "")) or "127.0.0.1"


class SecondFactors(DefaultMFAAdapter):  # type: ignore[misc]
    """What allauth asks about second factors."""

    def encrypt(self, text: str) -> str:
        return box(SECOND_FACTOR).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return box(SECOND_FACTOR).decrypt(encrypted_text.encode()).decode()

    def can_delete_authenticator(self, authenticator: Any) -> bool:
        """Keep the second factor of an owner whose club asks for it."""
        return not access.needs_second_factor(access.rights_of(authenticator.user))

    def get_totp_label(self, user: Any) -> str:
        return str(user.get_username())


def name_meant(typed: str) -> str:
    """Give the name of the account that somebody means, who may not mind capitals, or type the address."""
    text = typed.strip()
    if User.objects.filter(username=text).exists():
        return text
    fields = ("email__iexact", "username__iexact") if "@" in text else ("username__iexact",)
    for field in fields:
        found = User.objects.filter(is_active=True, **{field: text}).values_list("username", flat=True)
        if len(names := list(found[:2])) == 1:
            return names[0]
    return text
