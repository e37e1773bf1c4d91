"""What every test shares: English, and time enough for a busy machine."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from hanabi_log.i18n import speaking

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Messages in English, whatever the machine or an earlier test speaks."""
    with speaking("en"):
        yield
