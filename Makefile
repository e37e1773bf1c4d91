# Two commands for newcomers: `make demo` shows the product, `make test` checks it.
# Both set up what they need in .venv; nothing outside this folder is touched, except
# that `make test` installs a browser when it runs as root on Debian and finds none.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FUZZ_SECONDS ?= 600

.PHONY: demo test check bench coverage spark fuzz wheel catalogs docs docs-site pictures clean browser

demo: $(VENV)/.ready
	rm -rf demo
	$(BIN)/hanabi-log demo demo

test: check browser
	$(BIN)/python -m pytest -n 2

check: $(VENV)/.ready-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# The promises of docs/performance.md: make bench SIZES=10000,100000,1000000 ONLY=build,figures.
bench: $(VENV)/.ready-test
	$(BIN)/python -m benchmarks $(if $(SIZES),--sizes $(SIZES)) $(if $(ONLY),--only $(ONLY))

# Do the intervals of player effects hold the truth? A table, in about two minutes.
coverage: $(VENV)/.ready-test
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks.coverage

# The figures of a federation from Spark with two workers, one of whom is killed. Needs Java 17.
spark: $(VENV)/.ready-spark
	$(BIN)/python -m pytest -m spark tests/federation

# Files that nobody would write, for ten minutes an importer: make fuzz FUZZ_SECONDS=60. Guided by
# coverage where atheris can be installed.
fuzz: $(VENV)/.ready-test
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check atheris
	FUZZ_SECONDS=$(FUZZ_SECONDS) $(BIN)/python -m tests.fuzz

wheel: $(VENV)/.ready-test
	rm -rf dist
	$(BIN)/python -m build --outdir dist .

# After commands, options, keys, tables or contexts changed: writes the reference anew.
docs: $(VENV)/.ready-test
	$(BIN)/cog -r docs/templates.md docs/reference/*.md
	$(BIN)/python -m docs.making.manual

# The pages of docs/ as a site in build/docs; a warning or a link to nowhere is an error.
docs-site: $(VENV)/.ready-test
	$(BIN)/sphinx-build -q -W --keep-going -d build/docs-trees docs build/docs
	@echo build/docs/index.html

# After the look changed: the pictures of the READMEs and the one for previews, from the demo.
pictures: $(VENV)/.ready-test browser
	$(BIN)/python -m tests.browser.pictures

# After texts changed: brings the Korean catalog up to date; what is new waits there untranslated.
catalogs: $(VENV)/.ready-test
	$(BIN)/python -m tests.catalogs

browser:
	@sh tests/browser/find-browser.sh

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.ready-test: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	touch $@

$(VENV)/.ready-spark: $(VENV)/.ready-test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[spark]"
	touch $@

clean:
	rm -rf $(VENV) build dist demo
