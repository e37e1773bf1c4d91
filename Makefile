# Two commands for newcomers: `make demo` shows the product, `make test` checks it.
# Both set up what they need in .venv; nothing outside this folder is touched, except
# that `make test` installs a browser when it runs as root on Debian and finds none.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test check bench wheel clean browser

demo: $(VENV)/.ready
	rm -rf demo
	$(BIN)/hanabi-log demo demo

test: check browser
	$(BIN)/python -m pytest -n 2

check: $(VENV)/.ready-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.ready-test
	$(BIN)/python -m benchmarks

wheel: $(VENV)/.ready-test
	rm -rf dist
	$(BIN)/python -m build --outdir dist .

browser:
	@sh tests/browser/find-browser.sh

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.ready-test: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	touch $@

clean:
	rm -rf $(VENV) dist demo
