"""Ada looks after the site."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client

from tests.conftest import PASSWORD, signed_in

SECRET = "JBSWY3DPEHPK3PXP"
TYPED = {"user_agent": "", "http_accept": "", "path_info": "/login"}


@pytest.fixture
def ada(db: None) -> User:
    """Looks after the site; plays nowhere and has no role."""
    user = User.objects.create_superuser("ada", "ada@example.org", PASSWORD)
    Authenticator.objects.create(user=user, type="totp", data={"secret": SECRET})
    return user


@pytest.fixture
def ada_client(ada: User) -> Client:
    return signed_in(ada)


def wrong(name: str, times: int = 5, **more: Any) -> AccessAttempt:
    """Count wrong passwords."""
    told = {"username": name, "ip_address": "192.0.2.1", "get_data": "", "post_data": "typed=all", **TYPED}
    return AccessAttempt.objects.create(failures_since_start=times, **told | more)
