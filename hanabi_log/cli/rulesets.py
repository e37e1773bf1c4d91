"""`rulesets`: the editions, their modules, and a club's own rules."""

from __future__ import annotations

import os
from typing import Any

import click

from hanabi_log.cli.context import Group, Session, current, example
from hanabi_log.cli.output import print_json, print_table, tell_problems
from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.bands import band_label, bands
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _, current_language
from hanabi_log.rulebook import Rulebook


@click.group(
    "rulesets",
    cls=Group,
    help=_("The rules that games are logged by."),
    epilog=example("hanabi-log rulesets show baobab+wild+black"),
)
def rulesets_command() -> None:
    """The noun `rulesets`."""


@rulesets_command.command(
    "list",
    help=_("All editions, house rules and modules."),
    epilog=example("hanabi-log rulesets list"),
)
def list_rulesets() -> None:
    run = current()
    rulebook = _rulebook(run)
    rulesets, problems = _all_rulesets(rulebook)
    if run.as_json:
        print_json(
            {
                "rulesets": [_as_json(one, rulebook) for one in rulesets],
                "modules": [_module_json(rulebook, name) for name in rulebook.modules],
                "problems": [problem.as_json() for problem in problems],
            }
        )
        return
    rows = [[one.spec, one.label, _limits(one), _policy(one)] for one in rulesets]
    print_table([_("Ruleset"), _("Edition"), _("Most"), _("Struck out")], rows, right=(2,))
    click.echo()
    modules = [_module_json(rulebook, name) for name in rulebook.modules]
    print_table(
        [_("Module"), _("Effect"), _("Not with")],
        [[f"+{one['name']}", one["title"], ", ".join(one["excludes"])] for one in modules],
    )
    tell_problems(problems)


@rulesets_command.command(
    "show",
    help=_("Everything about one ruleset; SPEC takes modules with +."),
    epilog=example("hanabi-log rulesets show pocket+rainbow5"),
)
@click.argument("spec")
def show_ruleset(spec: str) -> None:
    run = current()
    rulebook = _rulebook(run)
    _print_ruleset(run, rulebook.ruleset(spec), rulebook)


@rulesets_command.command(
    "check",
    help=_("Whether a file is a usable house ruleset."),
    epilog=example("hanabi-log rulesets check rulesets/attic.toml"),
)
@click.argument("file", type=click.Path())
def check_ruleset(file: str) -> None:
    run = current()
    rulebook = _rulebook(run)
    ruleset = rulebook.check_file(file)
    if not run.as_json:
        click.echo(_("{file} is a good ruleset.").format(file=file))
    _print_ruleset(run, ruleset, rulebook)


@rulesets_command.command(
    "new",
    help=_("Write a house ruleset to start from, with every field explained."),
    epilog=example("hanabi-log rulesets new attic --extends basic+rainbow"),
)
@click.argument("name")
@click.option("--extends", default="basic", metavar="SPEC", help=_("The rules it starts from."))
def new_ruleset(name: str, extends: str) -> None:
    run = current()
    folder = run.place.config.house_rules
    if folder is None:
        raise InvalidInput(
            _("House rules live beside a club's config, and there is none here"),
            [Problem(_("`hanabi-log init` makes a club folder with one"), "name")],
        )
    text = _rulebook(run).new_house_file(name, extends)
    path = os.path.join(folder, f"{name}.toml")
    os.makedirs(folder, exist_ok=True)
    with open(path, "x", encoding="utf-8") as file:
        file.write(text)
    if run.as_json:
        print_json({"name": name, "path": path, "extends": extends})
    else:
        click.echo(_("Written: {path}").format(path=path))


def _all_rulesets(rulebook: Rulebook) -> tuple[list[Ruleset], list[Problem]]:
    """Every ruleset that can be read, and what is wrong with the house files that cannot."""
    rulesets, problems = [], list[Problem]()
    for name in rulebook.names:
        try:
            rulesets.append(rulebook.ruleset(name))
        except InvalidInput as error:
            problems += error.problems
    return rulesets, problems


def _rulebook(run: Session) -> Rulebook:
    return Rulebook(run.place.config.house_rules)


def _print_ruleset(run: Session, ruleset: Ruleset, rulebook: Rulebook) -> None:
    if run.as_json:
        print_json(_as_json(ruleset, rulebook))
        return
    click.echo(click.style(f"{ruleset.spec} · {ruleset.label}", bold=True))
    for head, text in _described(ruleset):
        click.echo(f"  {head}: {text}")
    if ruleset.known and not ruleset.win_or_lose:
        click.echo()
        rows = [
            [band_label(band.key), _span(band.low, band.high)]
            for band in bands(ruleset.scale, ruleset.max_score)
        ]
        print_table([_("Band"), _("Score")], rows)
        if ruleset.scale == "scaled" and ruleset.max_score != 25:
            click.echo(_("This scale is ours: the boxes print one for 25 points only."))


def _described(ruleset: Ruleset) -> list[tuple[str, str]]:
    if not ruleset.known:
        return [(_("Suits"), _("not known: a total may be logged, no stacks"))]
    suits = " ".join(f"{suit.code}{'▾' * (suit.direction == 'down')}" for suit in ruleset.suits)
    hands = ", ".join(f"{count}: {size}" for count, size in ruleset.hand_sizes)
    return [
        (_("Suits"), suits),
        (_("Cards"), str(ruleset.deck_size)),
        (_("Most points"), str(ruleset.max_score)),
        (_("Cards in hand by players"), hands),
        (_("Strikes that end it"), str(ruleset.strikes)),
        (_("Struck out"), _policy(ruleset)),
        (_("Hint tokens"), str(ruleset.hints)),
        (_("After the last card"), _ending(ruleset)),
        *([(_("Lost cards"), _("a needed card discarded loses it"))] if ruleset.lost_card else []),
    ]


def _ending(ruleset: Ruleset) -> str:
    if ruleset.last_round:
        return _("everybody has one more turn")
    return _("the game goes on with the cards in hand")


def _policy(ruleset: Ruleset) -> str:
    if not ruleset.known:
        return "–"
    if ruleset.win_or_lose:
        return _("win or lose")
    words = {"zero": _("score 0"), "none": _("no score"), "keep": _("points count")}
    return words.get(str(ruleset.struck_out), _("score {n}").format(n=ruleset.struck_out))


def _limits(ruleset: Ruleset) -> str:
    return str(ruleset.max_score) if ruleset.known else "–"


def _span(low: int | None, high: int | None) -> str:
    if low is None:
        return _("up to {high}").format(high=high)
    if high is None:
        return _("{low} and more").format(low=low)
    return str(low) if low == high else f"{low}–{high}"


def _as_json(ruleset: Ruleset, rulebook: Rulebook) -> dict[str, Any]:
    return {
        **ruleset.as_definition(),
        "house": rulebook.is_house(ruleset.spec),
        "max_score": ruleset.max_score if ruleset.known else None,
        "min_points": ruleset.min_points if ruleset.known else None,
        "deck_size": ruleset.deck_size if ruleset.known else None,
        "digest": ruleset.digest,
    }


def _module_json(rulebook: Rulebook, name: str) -> dict[str, Any]:
    module = rulebook.modules[name]
    titles = module.changes.values.get("title", {})
    return {
        "name": name,
        "title": titles.get(current_language()) or titles.get("en", ""),
        "excludes": list(module.excludes),
    }
