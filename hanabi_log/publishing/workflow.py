"""The files that let GitHub build and publish a club's site by itself.

The log stays at home. What lies in the repository is a file exported for the public: no
hidden names, no notes. Each new version of it that is pushed makes a new site.
"""

from __future__ import annotations

import os

from hanabi_log import __version__
from hanabi_log.config import FILE_NAME
from hanabi_log.errors import Conflict, Problem
from hanabi_log.i18n import _

PUBLIC_LOG = "public.jsonl"
WORKFLOW = os.path.join(".github", "workflows", "hanabi-log.yml")
IGNORE = ".gitignore"
_PRIVATE = ("data/", "site/")


def write_workflow(folder: str) -> tuple[str, ...]:
    """Write the workflow into a club's folder, and what keeps the log out of the repository.

    Gives back the paths written, below the folder. Raises Conflict when a workflow of that
    name is there: it is never overwritten.
    """
    path = os.path.join(folder, WORKFLOW)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(workflow_text())
    except FileExistsError:
        message = _("There is a workflow here already")
        raise Conflict(message, [Problem(message, file=path)]) from None
    return (WORKFLOW, IGNORE) if ignore_private(folder) else (WORKFLOW,)


def ignore_private(folder: str) -> bool:
    """Keep the log and the site out of a repository that the folder is or may become.

    Gives back whether lines had to be added: the log holds what may not be published.
    """
    path = os.path.join(folder, IGNORE)
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        text = ""
    missing = [line for line in _PRIVATE if line not in text.split()]
    if not missing:
        return False
    gap = "" if text.endswith("\n") or not text else "\n"
    with open(path, "a", encoding="utf-8", newline="\n") as file:
        file.write(gap + "".join(f"{line}\n" for line in missing))
    return True


def workflow_text() -> str:
    """The workflow; the address of the site comes from the host when it runs."""
    heading = [
        _("Builds the club's site from {file} and publishes it with GitHub Pages.").format(
            file=PUBLIC_LOG
        ),
        _("To publish new games: hanabi-log export --public -o {file}, commit it, push.").format(
            file=PUBLIC_LOG
        ),
    ]
    return "".join(f"# {line}\n" for line in heading) + _WORKFLOW.replace(
        "@VERSION@", __version__
    ).replace("@PUBLIC_LOG@", PUBLIC_LOG).replace("@CONFIG@", FILE_NAME)


_WORKFLOW = """\
name: hanabi-log
on:
  push:
    branches: [main, master]
    paths:
      - "@PUBLIC_LOG@"
      - "@CONFIG@"
      - "rulesets/**"
      - "templates/**"
      - ".github/workflows/hanabi-log.yml"
  workflow_dispatch:
permissions:
  contents: read
  pages: write
  id-token: write
concurrency:
  group: pages
  cancel-in-progress: true
jobs:
  publish:
    runs-on: ubuntu-latest
    environment:
      name: github-pages
      url: ${{ steps.deployment.outputs.page_url }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - id: pages
        uses: actions/configure-pages@v5
      - run: python -m pip install "hanabi-log==@VERSION@"
      - run: hanabi-log build --from @PUBLIC_LOG@ --out _site --base-url "$BASE_URL/"
        env:
          BASE_URL: ${{ steps.pages.outputs.base_url }}
      - uses: actions/upload-pages-artifact@v3
        with:
          path: _site
      - id: deployment
        uses: actions/deploy-pages@v4
"""
