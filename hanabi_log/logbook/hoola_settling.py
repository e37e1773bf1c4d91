"""How a match of Hoola King ends before its last round: settled by a vote, or broken off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hoola import matches as rules
from hanabi_log.games.hoola import voting
from hanabi_log.games.hoola.matches import Match
from hanabi_log.hoola_records import HoolaMatch
from hanabi_log.i18n import _
from hanabi_log.logbook.hoola import refuse_stale
from hanabi_log.logbook.hoola_rounds import label_of
from hanabi_log.logbook.log import Log
from hanabi_log.names import tidy
from hanabi_log.storage import hoola as store


class Votes(NamedTuple):
    """What is said about an early settlement: who proposed it, agreed, refused, or took the
    proposal back. With `keep_open` those who have not answered yet may answer later."""

    proposer: str | None = None
    agreed: tuple[str, ...] = ()
    refused: str | None = None
    withdrawn: str | None = None
    keep_open: bool = False


def settle(log: Log, record: HoolaMatch, votes: Votes) -> HoolaMatch:
    """The match after these votes on an early settlement. Where nobody is said to have
    proposed it and no vote is open, the first who agreed did.

    Unless the vote is kept open or was open before, every human must have agreed, else
    InvalidInput is raised with those who are missing, and nothing is stored. A refusal or a
    withdrawal stands alone: who agrees beside it is InvalidInput too.
    """
    if (votes.proposer or votes.agreed) and (votes.refused or votes.withdrawn):
        problem = Problem(_("agreeing, or refusing and withdrawing"), "agreed")
        raise InvalidInput(_("These options do not go together"), [problem])
    if votes.refused and votes.withdrawn:
        problem = Problem(_("refusing, or withdrawing"), "refused")
        raise InvalidInput(_("These options do not go together"), [problem])
    after = record
    if votes.proposer is None and votes.agreed and record.match.vote is None:
        votes = votes._replace(proposer=votes.agreed[0])
    steps: list[tuple[Callable[[Match, str], Match], str]] = []
    if votes.proposer is not None:
        steps.append((voting.propose, votes.proposer))
    steps += [(voting.agree, name) for name in votes.agreed]
    if votes.refused is not None:
        steps.append((voting.refuse, votes.refused))
    if votes.withdrawn is not None:
        steps.append((voting.withdraw, votes.withdrawn))
    if not steps:
        raise InvalidInput(
            _("Say who agrees to settle the match now"),
            [Problem(_("a proposer (--by) and who agreed (--agreed), or --all"), "agreed")],
        )
    for step, name in steps:
        if step is voting.agree and after.match.agreed:
            # The last vote made the totals final; a name said twice changes nothing.
            continue
        after = replace(after, match=step(after.match, label_of(record, name) or tidy(name)))
    waiting = voting.missing(after.match)
    if after.match.vote and waiting and not (votes.keep_open or record.match.vote):
        raise InvalidInput(
            _("A match is settled early only when every human agrees; the match goes on"),
            [Problem(_("{name} has not agreed").format(name=name), "agreed") for name in waiting],
        )
    return _save(log, record, after, "hoola settle")


def abort(log: Log, record: HoolaMatch) -> HoolaMatch:
    """The match broken off: it stays in the log and counts nowhere."""
    after = replace(record, match=rules.abort(record.match))
    return _save(log, record, after, "hoola abort")


def _save(log: Log, before: HoolaMatch, after: HoolaMatch, command: str) -> HoolaMatch:
    with log.change(command) as batch:
        refuse_stale(log, before)
        store.save_match(log.connection, after, batch)
    return after
