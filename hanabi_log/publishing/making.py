"""From a log, or from a file exported for the public, to a site in a folder.

Every command that needs a site makes it here, so that all of them read the same settings.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import datetime
from tempfile import TemporaryDirectory

from hanabi_log.config import Config, Place
from hanabi_log.errors import InvalidInput, only_errors
from hanabi_log.i18n import _
from hanabi_log.logbook.log import open_log
from hanabi_log.logbook.publishing import load_club, look_of
from hanabi_log.names import key_of
from hanabi_log.site.build import build
from hanabi_log.site.club import Club
from hanabi_log.site.notes import read_mark
from hanabi_log.site.output import Built


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a command says about the site; None leaves it to the config.

    `source` is a file that `export --public` has written, to be read instead of the log.
    """

    languages: tuple[str, ...] | None = None
    templates: str | None = None
    base_url: str | None = None
    source: str | None = None


def make_site(place: Place, now: datetime, out: str, order: Order) -> Built:
    """Write the site of the log at `place` into `out`; see `site.build` for the rest."""
    config = place.config
    return build(
        club_at(place, now, order.source, read_mark(out)),
        out,
        languages=order.languages or config.spoken,
        templates=order.templates or beside(config, config.site.templates),
        base_url=order.base_url or config.site.base_url,
        look=look_of(config),
    )


def club_at(
    place: Place, now: datetime, source: str | None = None, since: str | None = None
) -> Club:
    """The club of a log, or of an exported file. `since` is the mark of an earlier state.

    Raises InvalidInput with the problems of its lines for a file that is unfit.
    """
    if source is not None:
        return _club_of_file(source, place, now)
    with open_log(place, now) as log:
        return load_club(log, since=since)


def _club_of_file(source: str, place: Place, now: datetime) -> Club:
    """Whoever is named in a file for the public chose that name, so all of them are shown; the
    file says who has retired.
    """
    from hanabi_log.importers.jsonl import retired_in
    from hanabi_log.importers.registry import read_files
    from hanabi_log.logbook.intake import import_drafts

    reading = read_files([source])
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "public.db")
        with open_log(Place(path, "", place.config), now, create=True) as log:
            report = import_drafts(log, reading)
            if report.failed:
                raise InvalidInput(
                    _("The site cannot be built from {file}").format(file=source),
                    only_errors(report.problems),
                )
            club = load_club(log, whole=True)
    retired = {key_of(name) for name in retired_in(source)}
    players = tuple(
        replace(player, retired=key_of(player.name) in retired) for player in club.players
    )
    return replace(club, players=players, default_visibility="full")


def beside(config: Config, path: str | None) -> str | None:
    """A path of the config, which starts where the config lies."""
    if path is None:
        return None
    return os.path.join(config.folder, path) if config.folder else path


def sources(place: Place, order: Order) -> tuple[str, ...]:
    """The files and folders that a site is made from, whether they are there or not."""
    config = place.config
    own = (order.source,) if order.source else (place.path, f"{place.path}-wal")
    site = config.site
    settings = (config.file, config.house_rules, order.templates, beside(config, site.templates))
    look = (beside(config, path) for path in (site.logo, site.css, site.plotly))
    return tuple(dict.fromkeys(path for path in (*own, *settings, *look) if path))
