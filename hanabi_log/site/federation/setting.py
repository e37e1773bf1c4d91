"""The frame of a federation's pages: its own parts of the site, everything else as a club's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hanabi_log.i18n import _
from hanabi_log.site.club import Club
from hanabi_log.site.contexts.setting import Section, Setting
from hanabi_log.site.gather import gather


@dataclass(frozen=True)
class FederationSetting(Setting):
    """A setting without a log of its own: pages get their clubs one by one."""

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The parts of the site: those in the head of every page first."""
        return (
            Section("index.html", _("Home"), "head"),
            Section("clubs/index.html", _("Clubs"), "always"),
            Section("leaderboard.html", _("Leaderboard"), "always"),
            Section("about.html", _("About"), "always"),
        )


def setting_of(
    name: str,
    language: str,
    languages: tuple[str, ...],
    assets: Mapping[str, str],
    base_url: str | None,
    styles: tuple[str, ...],
) -> FederationSetting:
    """The setting of a federation in one language."""
    return FederationSetting(gather(Club(name=name)), language, languages, assets, base_url, styles)
