"""The reference of a federation's templates, written from their contexts like that of a club's."""

from __future__ import annotations

from hanabi_log.site.contexts.about import LostPage
from hanabi_log.site.contexts.base import Frame
from hanabi_log.site.federation.about import AboutFederationPage
from hanabi_log.site.federation.club import ClubPage
from hanabi_log.site.federation.home import FederationPage
from hanabi_log.site.federation.leaderboards import AcrossPage
from hanabi_log.site.federation.listing import ClubRow, ClubsPage
from hanabi_log.site.reference import of_pages, of_parts

PAGES: dict[str, type[Frame]] = {
    "federation/home.html": FederationPage,
    "federation/clubs.html": ClubsPage,
    "federation/club.html": ClubPage,
    "federation/leaderboard.html": AcrossPage,
    "federation/about.html": AboutFederationPage,
    "federation/404.html": LostPage,
}
"""The template of each kind of page and the context that it gets."""


def federation_reference() -> str:
    """The reference as Markdown; parts that a club's pages have too are in theirs."""
    return "\n".join([*of_pages(PAGES), "## A part of its own", "", *of_parts([ClubRow])])
