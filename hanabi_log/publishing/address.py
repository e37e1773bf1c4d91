"""At which address a host shows the branch that was published, where the remote tells it."""

from __future__ import annotations

import re

from hanabi_log.config import Place
from hanabi_log.publishing.git import Repository
from hanabi_log.publishing.making import Order

_GITHUB = re.compile(
    r"(?:git@|[a-z+]+://(?:[^@/]*@)?)github\.com[:/]([\w-]+)/([\w.-]+?)(?:\.git)?/?"
)


def address_of(folder: str, remote: str, place: Place, order: Order) -> str | None:
    """Where the site can be looked at: as it was said, or as the remote of a repository tells."""
    said = order.base_url or place.config.site.base_url
    return said or pages_address(Repository(folder).ask("remote", "get-url", remote).out)


def pages_address(remote: str) -> str | None:
    """Where GitHub Pages shows the repository at an address that git knows, in any of its forms:
    `https://OWNER.github.io/REPOSITORY/`, without the last part for OWNER.github.io itself. None
    for every other host. A domain of the club's own is the host's to know.
    """
    match = _GITHUB.fullmatch(remote.strip())
    if match is None:
        return None
    owner, repository = match[1].lower(), match[2]
    own = repository.lower() == f"{owner}.github.io"
    return f"https://{owner}.github.io/" if own else f"https://{owner}.github.io/{repository}/"
