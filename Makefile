# Two commands matter: `make run` shows Pirate Code, `make test` checks it. Both set up .venv when it is needed.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/.ready
SHEET ?=
GAMES ?= 2000

.PHONY: run test browser lint types bench fuzz pictures setup clean

run: $(READY)
	@$(BIN)/pirate-code build
	@$(BIN)/pirate-code serve

test: lint types browser
	@$(BIN)/pytest -q -n 2

# Browser tests drive Chromium: it is installed where that is allowed, and else they are skipped and say so.
browser:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
		&& apt-get update -qq >/dev/null 2>&1 && apt-get install -y -qq chromium >/dev/null 2>&1; } \
		|| echo "Chromium is not here and cannot be installed: the browser tests are skipped."

lint: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .

types: $(READY)
	@$(BIN)/mypy --no-error-summary

bench: $(READY)
	@$(BIN)/python bench/parse.py $(SHEET)
	@$(BIN)/python bench/library_queries.py
	@$(BIN)/python bench/answers.py
	@$(BIN)/python bench/games.py
	@$(BIN)/python bench/web.py $(SHEET)
	@$(BIN)/python bench/geometry.py
	@$(BIN)/python bench/captains.py
	@$(if $(SHEET),$(BIN)/python bench/library.py $(SHEET))

# GAMES random games, with the pieces of SHEET if one is given, then half as many with what has not acted yet; replays
# of failures go to build/fuzz.
fuzz: $(READY)
	@$(BIN)/python bench/fuzz.py --games $(GAMES) $(if $(SHEET),--sheet $(SHEET))

pictures: $(READY)
	@$(BIN)/python docs/pictures.py

setup: $(READY)

# Set up again only when pyproject.toml changes.
$(READY): pyproject.toml
	@test -n "$(PYTHON)" && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Pirate Code needs Python 3.11 or newer (make PYTHON=/path/to/python3.11)."; exit 1; }
	@echo "Setting up .venv (once) ..."
	@test -x $(BIN)/python || "$(PYTHON)" -m venv .venv
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e ".[dev]"
	@$(BIN)/python -m compileall -q pirate_code
	@touch $@

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
