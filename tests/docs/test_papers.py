"""What stands beside the code keeps to it: dependencies, the workflow, the forms for issues."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
import yaml

from tests.docs.terminal import ROOT

FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def names_of(requirements: list[str]) -> set[str]:
    """The packages of a list of requirements, extras of ours left out."""
    found = {re.match(r"[\w-]+", one)[0] for one in requirements}  # type: ignore[index]
    return found - {"hanabi-log"}


def test_every_dependency_has_its_line_of_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = names_of(project["dependencies"]).union(*map(names_of, extras.values()))
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Dependencies")[2]
    rows = re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE)
    said = {
        name
        for row in rows
        for name in row.replace("*late*", "").replace(" ", "").split(",")
        if name != "package"
    }
    assert said - {"---"} == needed
    named = set(re.findall(r"\| `(\w+)` \|", text))
    assert named == extras.keys() - {"test"}


def test_pictures_of_the_terminal_bring_their_fonts_from_nowhere() -> None:
    for picture in (ROOT / "docs" / "images").glob("*.svg"):
        drawn = picture.read_text(encoding="utf-8")
        assert "hanabi-log" in drawn
        assert not re.search(r"@font-face|url\(\s*['\"]?http|<image|<script", drawn)


def read_yaml(path: Any) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_workflow_does_what_is_done_here_and_may_do_nothing_else() -> None:
    workflow = read_yaml(ROOT / ".github" / "workflows" / "check.yml")
    (job,) = workflow["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == ["bash .ci/run"]
    assert job["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert workflow["permissions"] == {"contents": "read"}
    assert "secrets" not in str(workflow)
    assert all(step["uses"].startswith("actions/") for step in job["steps"] if "uses" in step)


def test_the_oldest_python_of_the_workflow_is_the_one_we_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    workflow = read_yaml(ROOT / ".github" / "workflows" / "check.yml")
    oldest = workflow["jobs"]["check"]["strategy"]["matrix"]["python"][0]
    assert project["requires-python"] == f">={oldest}"


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_can_be_filled_in(path: Any) -> None:
    form = read_yaml(path)
    if path.stem == "config":
        assert form == {"blank_issues_enabled": True}
        return
    assert form["name"]
    assert form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    ids = [field["id"] for field in fields]
    assert len(ids) == len(set(ids)) >= 3
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field.get("validations", {}).get("required") for field in fields)
