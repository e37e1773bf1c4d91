"""The vote on an early settlement: proposed by one, and final when every human has agreed.

As in `matches`, every step takes a match and gives the next one, or raises with the rule that
it breaks. A refusal, or a proposal that is withdrawn, ends the vote, and the match goes on.
"""

from __future__ import annotations

from dataclasses import replace

from hanabi_log.errors import Conflict, InvalidInput, Problem
from hanabi_log.games.hoola.matches import Match, Vote, must_be_open
from hanabi_log.i18n import _


def propose(match: Match, player: str) -> Match:
    """Open the vote on an early settlement. Raises Conflict when the match has ended, has no
    round yet or is voting already; InvalidInput when the proposer has no vote."""
    must_be_open(match)
    if match.vote:
        raise Conflict(
            _("{name} has proposed an early settlement already").format(name=match.vote.proposer)
        )
    if not match.rounds:
        raise Conflict(_("There is nothing to settle before a first round: abort the match"))
    _must_vote(match, player)
    return _counted(match, Vote(player, (player,)))


def agree(match: Match, player: str) -> Match:
    """One vote for the settlement; the last human's makes the totals final."""
    vote = _open_vote(match)
    _must_vote(match, player)
    if player in vote.agreed:
        return match
    return _counted(match, Vote(vote.proposer, (*vote.agreed, player)))


def refuse(match: Match, player: str) -> Match:
    """One vote against it: the vote ends and the match goes on."""
    _open_vote(match)
    _must_vote(match, player)
    return replace(match, vote=None)


def withdraw(match: Match, player: str) -> Match:
    """Take the proposal back, which its proposer and the host may do."""
    vote = _open_vote(match)
    if player not in (vote.proposer, match.host):
        allowed = dict.fromkeys(filter(None, (vote.proposer, match.host)))
        raise InvalidInput(
            _("{name} cannot withdraw the proposal").format(name=player),
            [Problem(_("allowed: {names}").format(names=", ".join(allowed)), "withdraw")],
        )
    return replace(match, vote=None)


def missing(match: Match) -> tuple[str, ...]:
    """The humans who have not agreed yet; nobody when there is no vote."""
    agreed = match.vote.agreed if match.vote else match.humans
    return tuple(name for name in match.humans if name not in agreed)


def _counted(match: Match, vote: Vote) -> Match:
    if set(vote.agreed) >= set(match.humans):
        return replace(match, vote=None, agreed=vote.agreed)
    return replace(match, vote=vote)


def _open_vote(match: Match) -> Vote:
    must_be_open(match)
    if match.vote is None:
        raise Conflict(_("No vote on an early settlement is open"))
    return match.vote


def _must_vote(match: Match, player: str) -> None:
    if player not in match.humans:
        message = (
            _("{name} is a bot and has no vote")
            if player in match.players
            else _("{name} is not in this match")
        ).format(name=player)
        raise InvalidInput(
            message,
            [Problem(_("votes have: {names}").format(names=", ".join(match.humans)), "agreed")],
        )
