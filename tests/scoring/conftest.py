"""What the tests of the engine share."""

import pytest

from scoring import RuleSet, load_rules


@pytest.fixture(scope="session")
def rules() -> RuleSet:
    """The tournament rules with their default options."""
    return load_rules("bmja-tournament")
