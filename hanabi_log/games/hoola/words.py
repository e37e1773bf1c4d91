"""Every sentence about a round, by a code, with places for names and numbers.

Program and calculator fill the same templates with the same values, so they say the same.
Nothing here has a plural: numbers stand alone, behind a colon or in a formula.
"""

from __future__ import annotations

from functools import cache

from hanabi_log.i18n import _, current_language


def fill(code: str, **values: object) -> str:
    """The sentence of a code in the language in use."""
    return templates()[code].format(**values)


def templates() -> dict[str, str]:
    """Every template by its code, in the language in use."""
    return _templates(current_language())


@cache
def _templates(_language: str) -> dict[str, str]:
    return {**_ends(), **_reading(), **_checks(), **_open_ends(), **_reasons()}


def _ends() -> dict[str, str]:
    """What each end of a round is called."""
    return {
        "end_out": _("Out"),
        "end_deck": _("Deck ran out"),
        "end_hoola": _("Hoola"),
        "end_low": _("Low"),
        "end_high": _("High"),
        "end_chongtong": _("Chongtong"),
        "end_stop": _("Stop"),
    }


def _reading() -> dict[str, str]:
    """What can be wrong with what somebody typed."""
    return {
        "no_card": _("{player}: {found} is no card; write it like 7S, S7, ♠7 or 10H"),
        "lone_suit": _("{player}: no card follows the suit {found}"),
        "bare_sum": _("{player}: write a sum with its sevens, such as {typed}/0"),
        "half_suits": _("{player}: {card} has no suit; name the suit of every card, or of none"),
        "no_hand": _("{player}: say the cards, or the sum and the number of sevens"),
        "no_sum": _("{player}: {key} is {found}; allowed is a whole number from 0 to {most}"),
        "sum_differs": _("{player}: the cards come to {key} {counted}, not {found}"),
        "laid_unsaid": _("{player}: say whether they ever laid down cards, yes or no"),
    }


def _checks() -> dict[str, str]:
    """What cannot be true of a round."""
    return {
        "players": _("Players: {count}; Hoola King is for 3 to 5"),
        "by_deck": _("When the draw pile runs out nobody ends the round; leave out {player}"),
        "by_missing": _("Say who ended the round"),
        "unknown": _("{player} is not in this round; there are {players}"),
        "thanked_end": _("Only a hoola can be completed with a thanked discard"),
        "thanked_self": _("{player} cannot have thanked their own discard"),
        "winner_and_void": _("Name a winner or let nobody pay, not both"),
        "not_empty": _("{player} went out and holds nothing; found a sum of {total}"),
        "out_unlaid": _("{player} went out without ever having laid down: log that end as hoola"),
        "ender_laid": _("{player} had laid down before, which rules this end out"),
        "stop_unlaid": _("{player} never laid down, so they cannot stop"),
        "count_laid": _("{player} laid down and holds 1 to 6 cards; found {count}"),
        "count_unlaid": _("{player} never laid down and holds exactly 7 cards; found {count}"),
        "count_chongtong": _("{player} holds {count} cards; 7 are the most"),
        "sum_laid": _("{player}: no 1 to 6 cards have sum {total} and sevens {sevens}; 1 to 76"),
        "sum_unlaid": _("{player}: no 7 cards have sum {total} and sevens {sevens}; 10 to 88"),
        "sum_chongtong": _("{player}: no hand has sum {total} and sevens {sevens}"),
        "sum_left": _(
            "{player}: beside the cards in the other hands none have sum {total} and sevens"
            " {sevens}"
        ),
        "low_over": _("{player} holds {total}; a low needs {limit} or less"),
        "high_under": _("{player} holds {total}; a high needs {limit} or more"),
        "stop_over": _("{player} holds {total}; a stop needs {limit} or less"),
        "chongtong_sevens": _("{player} holds sevens: {sevens}; a chongtong needs all four"),
        "sevens": _("Sevens in all hands: {count}; the deck has 4"),
        "card_twice": _("{card} comes twice, with {first} and with {second}"),
        "rank_often": _("{rank} comes {count} times; the deck has 4"),
    }


def _open_ends() -> dict[str, str]:
    """Where the rules decide nothing, and what the table may decide then."""
    return {
        "deck_nobody": _("Nobody laid down, so the rules name no winner."),
        "deck_tied": _(
            "No single lowest sum: {players} hold {total}, and the rules do not decide between"
            " them."
        ),
        "stop_nobody": _(
            "The stop failed, but nobody at or below {total} has laid down, so the rules name"
            " nobody to be paid."
        ),
        "stop_tied": _(
            "The stop failed against {players}, who hold {total} each, and the rules do not"
            " decide between them."
        ),
        "offer": _("Decide at the table: --winner NAME or --void (in JSON winner or void)."),
        "winner_unfit": _("{player} cannot be the winner here; possible: {players}"),
        "winner_decided": _("The rules decide this round: {winner} wins, not {player}"),
        "void_decided": _("The rules decide this round: {winner} wins, so it cannot be void"),
    }


def _reasons() -> dict[str, str]:
    """Why a round comes to what it comes to."""
    return {
        "won_out": _("{winner} is out: multiplier {m}."),
        "won_deck": _(
            "The draw pile ran out; of those who laid down {winner} has the lowest sum,"
            " {total}: multiplier {m}."
        ),
        "won_hoola": _("{winner} went out in one turn, a hoola: multiplier {m}."),
        "won_low": _("{winner} called low with {total}, {limit} or less: multiplier {m}."),
        "won_high": _("{winner} called high with {total}, {limit} or more: multiplier {m}."),
        "won_chongtong": _("{winner} holds all four sevens, a chongtong: multiplier {m}."),
        "won_stop": _("{winner} stopped at {total} and all others hold more: multiplier {m}."),
        "failed_stop": _(
            "{payer} stopped at {total}, but {winner} holds {other}: the stop failed."
        ),
        "failed_stop_open": _("{payer} stopped at {total}, and the stop failed."),
        "open_deck": _("The draw pile ran out."),
        "decided": _("The rules do not decide this round; the table named {winner} the winner."),
        "void": _("The rules do not decide this round; the table agreed that nobody pays."),
        "placed": _("{player}, place {place} by a sum of {total}: {formula} = {amount}."),
        "placed_tied": _(
            "{player}, place {place}, the last that equal sums of {total} share:"
            " {formula} = {amount}."
        ),
        "placed_unlaid": _(
            "{player}, never laid down, so the last place, {place}: {formula} = {amount}."
        ),
        "factor_place": _("{n} for the place"),
        "factor_end": _("{n} for the end"),
        "factor_unlaid": _("{n} for never laying down"),
        "factor_sevens": _("{n} for sevens ({sevens})"),
        "each_pays": _("Each loser pays their own; {winner} receives {sum}."),
        "stopper_pays": _("{payer} pays for everybody: {sum} to {winner}."),
        "thanked_pays": _(
            "{payer} discarded the card that completed the hoola and pays for everybody:"
            " {sum} to {winner}."
        ),
    }


def status_label(status: str) -> str:
    """How a match stands, in words."""
    labels = {
        "open": _("goes on"),
        "finished": _("finished"),
        "settled": _("settled early"),
        "aborted": _("aborted, does not count"),
    }
    return labels[status]
