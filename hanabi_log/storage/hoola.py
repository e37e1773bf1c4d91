"""Matches of Hoola King in and out of the log: their SQL.

A match lies in four tables: its own row, a row for each seat, for each round and for each
hand. What a round comes to is not stored; the rules say it whenever a match is read.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from hanabi_log.dates import confirmed
from hanabi_log.errors import BadDatabase
from hanabi_log.games.hoola.cards import parse_cards
from hanabi_log.games.hoola.hands import Hand, hand_of
from hanabi_log.games.hoola.matches import Match, Participant, Vote
from hanabi_log.games.hoola.payments import Outcome, evaluate
from hanabi_log.games.hoola.reading import hand_facts
from hanabi_log.games.hoola.rounds import Round, ThresholdSet
from hanabi_log.hoola_records import HoolaMatch, HoolaSeat, distinct
from hanabi_log.i18n import _
from hanabi_log.records import Player
from hanabi_log.storage.changes import Batch
from hanabi_log.storage.people import load_groups, load_seated
from hanabi_log.storage.states import change_state


class Selection(NamedTuple):
    """Which matches: a field that is None does not narrow. `group` is a group's id, `since` a
    date that is included; matches without a date are left out by it. `limit` 0 means all."""

    ids: Sequence[str] | None = None
    group: str | None = None
    since: str | None = None
    newest_first: bool = False
    limit: int = 0


ALL = Selection()


def load_matches(connection: sqlite3.Connection, wanted: Selection = ALL) -> list[HoolaMatch]:
    """The matches that were asked for, as they were played or newest first; dateless ones are the
    oldest."""
    way = "DESC" if wanted.newest_first else "ASC"
    rows = connection.execute(
        "SELECT pk, id, date, group_pk, target, thresholds, host, vote, agreed, aborted, logged_at"
        " FROM hoola_matches WHERE (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))"
        " AND (:group IS NULL OR group_pk = (SELECT pk FROM groups WHERE id = :group))"
        " AND (:since IS NULL OR date >= :since)"
        f" ORDER BY date {way}, logged_at {way}, id {way} LIMIT :limit",
        {
            "ids": None if wanted.ids is None else json.dumps([*wanted.ids]),
            "group": wanted.group,
            "since": wanted.since,
            "limit": wanted.limit or -1,
        },
    ).fetchall()
    if not rows:
        return []
    chosen = json.dumps([row[0] for row in rows])
    people, groups = load_seated(connection), load_groups(connection)
    seats = _load_seats(connection, chosen, people)
    rounds = _load_rounds(connection, chosen)
    return [_match(row, seats[row[0]], rounds.get(row[0], []), groups) for row in rows]


def save_match(connection: sqlite3.Connection, match: HoolaMatch, batch: Batch) -> None:
    """Store a match, new or changed, without its rounds. People and group must be stored."""
    change_state(connection, "hoola_match", match.id, match_state(match), batch)


def save_round(
    connection: sqlite3.Connection, match: HoolaMatch, number: int, at: int, batch: Batch
) -> None:
    """Store round `number`, from 1, of a match that is stored; `at` is when it was logged."""
    id = match.round_ids[number - 1]
    change_state(connection, "hoola_round", id, round_state(match, number, at), batch)


def find_ids(connection: sqlite3.Connection, prefix: str, most: int = 10) -> list[str]:
    """The ids of matches that start with `prefix`."""
    rows = connection.execute(
        "SELECT id FROM hoola_matches WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
        (prefix, prefix + "g", most),
    )
    return [id for (id,) in rows]


def last_logged(connection: sqlite3.Connection) -> str | None:
    """The id of the match that was begun last."""
    row = connection.execute(
        "SELECT id FROM hoola_matches ORDER BY logged_at DESC, pk DESC LIMIT 1"
    ).fetchone()
    return row[0] if row else None


def open_ids(connection: sqlite3.Connection) -> list[str]:
    """The ids of the matches that go on, the one begun last first."""
    rows = connection.execute(
        "SELECT id FROM hoola_matches WHERE NOT aborted AND agreed IS NULL AND target >"
        " (SELECT count(*) FROM hoola_rounds WHERE match_pk = hoola_matches.pk)"
        " ORDER BY logged_at DESC, pk DESC"
    )
    return [id for (id,) in rows]


def find_rounds(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, str]:
    """The match, by id, of each of these rounds that is stored."""
    rows = connection.execute(
        "SELECT hoola_rounds.id, hoola_matches.id FROM hoola_rounds"
        " JOIN hoola_matches ON hoola_matches.pk = match_pk"
        " WHERE hoola_rounds.id IN (SELECT value FROM json_each(?))",
        (json.dumps([*ids]),),
    )
    return dict(rows.fetchall())


def round_logged_at(connection: sqlite3.Connection, id: str) -> int:
    """When a round was logged, in microseconds since 1970."""
    query = "SELECT logged_at FROM hoola_rounds WHERE id = ?"
    at: int = connection.execute(query, (id,)).fetchone()[0]
    return at


def match_state(record: HoolaMatch) -> dict[str, Any]:
    """The facts of a match as the audit trail keeps them; what is not known is left out."""
    match = record.match
    bots = {str(n): seat.label for n, seat in enumerate(record.seats) if seat.bot}
    vote = match.vote and {
        "proposer": record.seat_of(match.vote.proposer),
        "agreed": [record.seat_of(name) for name in match.vote.agreed],
    }
    facts = {
        "date": record.date,
        "group": record.group.id if record.group else None,
        "seats": [seat.player.id if seat.player else None for seat in record.seats],
        "bots": bots or None,
        "host": record.seat_of(match.host) if match.host is not None else None,
        "target": match.target,
        "thresholds": match.thresholds,
        "vote": vote,
        "agreed": [record.seat_of(name) for name in match.agreed] or None,
        "aborted": match.aborted or None,
        "logged_at": record.logged_at,
    }
    return {key: value for key, value in facts.items() if value is not None}


def round_state(record: HoolaMatch, number: int, at: int) -> dict[str, Any]:
    """The facts of a round as the audit trail keeps them: players by seat, hands in order."""
    played = record.match.rounds[number - 1].round
    hands = {hand.player: hand for hand in played.hands}

    def seat(name: str | None) -> int | None:
        return None if name is None else record.seat_of(name)

    facts = {
        "match": record.id,
        "number": number,
        "end": played.end,
        "by": seat(played.by),
        "thanked_from": seat(played.thanked_from),
        "winner": seat(played.winner),
        "void": played.void or None,
        "hands": [hand_facts(hands[label]) for label in record.match.players],
        "logged_at": at,
    }
    return {key: value for key, value in facts.items() if value is not None}


def _load_seats(
    connection: sqlite3.Connection, chosen: str, people: dict[int, Player]
) -> dict[int, tuple[HoolaSeat, ...]]:
    found: dict[int, list[tuple[int | None, str | None]]] = defaultdict(list)
    for pk, player, bot in connection.execute(
        "SELECT match_pk, player_pk, bot FROM hoola_seats"
        " WHERE match_pk IN (SELECT value FROM json_each(?)) ORDER BY match_pk, seat",
        (chosen,),
    ):
        found[pk].append((player, bot))
    made = {}
    for pk, seats in found.items():
        labels = distinct(
            bot if bot is not None else people[player].name if player else _("guest")
            for player, bot in seats
        )
        made[pk] = tuple(
            HoolaSeat(label, people[player] if player else None, bot is not None)
            for label, (player, bot) in zip(labels, seats, strict=True)
        )
    return made


def _load_rounds(connection: sqlite3.Connection, chosen: str) -> dict[int, list[Any]]:
    hands: dict[int, list[Any]] = defaultdict(list)
    for pk, *hand in connection.execute(
        "SELECT round_pk, cards, total, sevens, laid FROM hoola_hands WHERE round_pk IN"
        " (SELECT pk FROM hoola_rounds WHERE match_pk IN (SELECT value FROM json_each(?)))"
        " ORDER BY round_pk, seat",
        (chosen,),
    ):
        hands[pk].append(hand)
    rounds: dict[int, list[Any]] = defaultdict(list)
    for pk, match, *facts in connection.execute(
        "SELECT pk, match_pk, id, ending, by_seat, thanked_seat, winner_seat, void"
        " FROM hoola_rounds WHERE match_pk IN (SELECT value FROM json_each(?))"
        " ORDER BY match_pk, number",
        (chosen,),
    ):
        rounds[match].append((*facts, hands[pk]))
    return rounds


def _match(
    row: tuple[Any, ...], seats: tuple[HoolaSeat, ...], rounds: list[Any], groups: dict[int, Any]
) -> HoolaMatch:
    _pk, id, date, group, target, thresholds, host, vote, agreed, aborted, logged_at = row
    labels = [seat.label for seat in seats]
    voting = json.loads(vote) if vote else None
    match = Match(
        participants=tuple(
            Participant(seat.label, bot=seat.bot, host=number == host)
            for number, seat in enumerate(seats)
        ),
        target=target,
        thresholds=thresholds,
        rounds=tuple(_outcome(facts, labels, thresholds) for facts in rounds),
        vote=voting
        and Vote(labels[voting["proposer"]], tuple(labels[seat] for seat in voting["agreed"])),
        agreed=tuple(labels[seat] for seat in json.loads(agreed)) if agreed else (),
        aborted=bool(aborted),
    )
    return HoolaMatch(
        id=id,
        match=match,
        seats=seats,
        logged_at=logged_at,
        date=confirmed(date),
        group=groups.get(group),
        round_ids=tuple(facts[0] for facts in rounds),
    )


def _outcome(facts: Any, labels: list[str], thresholds: ThresholdSet) -> Outcome:
    id, ending, by, thanked, winner, void, hands = facts

    def label(seat: int | None) -> str | None:
        return None if seat is None else labels[seat]

    outcome, faults = evaluate(
        Round(
            end=ending,
            hands=tuple(_hand(labels[seat], *hand) for seat, hand in enumerate(hands)),
            by=label(by),
            thresholds=thresholds,
            thanked_from=label(thanked),
            winner=label(winner),
            void=bool(void),
        )
    )
    if outcome is None:
        raise BadDatabase(
            _("The log holds a round of Hoola King that the rules do not allow: {id}").format(
                id=id
            ),
            [fault.problem for fault in faults],
        )
    return outcome


def _hand(player: str, cards: str | None, total: int, sevens: int, laid: int) -> Hand:
    if cards is not None:
        return hand_of(player, parse_cards(cards)[0], bool(laid))
    return Hand(player, total, sevens, bool(laid))
