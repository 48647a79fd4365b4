# Two commands matter: `make run` shows Pirate Code, `make test` checks it. Both set up .venv when it is needed.
# With PYTHON=python3.12 (or another version than the usual one) everything happens in .venv-3.12 instead.

USUAL := $(shell command -v python3.11 || command -v python3)
PYTHON ?= $(USUAL)
version_of = $(if $1,$(shell "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null))
VERSION := $(call version_of,$(PYTHON))
USUAL_VERSION := $(if $(filter $(USUAL),$(PYTHON)),$(VERSION),$(call version_of,$(USUAL)))
OTHER_VERSION := $(if $(USUAL_VERSION),$(filter-out $(USUAL_VERSION),$(VERSION)))
VENV := .venv$(if $(VERSION),$(if $(OTHER_VERSION),-$(VERSION)),-without-python)
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PINNED := .ci/requirements.txt
TOOLS := build/tools
SHEET ?=
GAMES ?= 2000

.PHONY: run test browser lint types bench fast plain fuzz conformance pictures walk event-table constraints audit setup clean

# SHEET is a file or an https address, or several: it is imported first, which writes nothing if nothing has changed.
# Rows that are refused (1) do not keep the rest from being shown.
run: $(READY)
	@$(BIN)/pirate-code build
	@$(if $(SHEET),$(BIN)/pirate-code import $(SHEET) || test $$? -eq 1)
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
	@$(BIN)/mypy --no-error-summary --cache-dir $(VENV)/.mypy_cache

bench: $(READY)
	@$(BIN)/python bench/parse.py $(SHEET)
	@$(BIN)/python bench/startup.py $(SHEET)
	@$(BIN)/python bench/library_queries.py
	@$(BIN)/python bench/answers.py
	@$(BIN)/python bench/games.py
	@$(BIN)/python bench/web.py $(SHEET)
	@$(BIN)/python bench/geometry.py
	@$(BIN)/python bench/captains.py
	@$(if $(SHEET),$(BIN)/python bench/library.py $(SHEET))

# The engine compiled with mypyc, in build/fast; needs a C compiler. Whatever runs from here uses it as long as the
# sources are the same (`make fast test` tests it; the tests say which they use). `make plain` takes it away again.
fast: $(READY)
	@$(BIN)/python .ci/fast.py

plain:
	rm -rf build/fast build/fast.work

# GAMES random games, with the pieces of SHEET if one is given, then half as many with what has not acted yet; replays
# of failures go to build/fuzz.
fuzz: $(READY)
	@$(BIN)/python -m bench.fuzz --games $(GAMES) $(if $(SHEET),--sheet $(SHEET))
	@$(BIN)/python -m bench.fuzz_blackbeard --games $(GAMES)

# Every line is played in small positions and held against its tree; what differs is listed. It takes up to an hour;
# with KEPT=FILE it goes on where it was stopped.
conformance: $(READY)
	@$(BIN)/pirate-code coverage $(if $(SHEET),--sheet $(SHEET)) --conformance --all \
		--positions tests/lines $(if $(KEPT),--kept $(KEPT))

pictures: $(READY)
	@$(BIN)/python docs/pictures.py

walk: $(READY)
	@$(BIN)/python docs/walk.py

event-table: $(READY)
	@$(BIN)/python docs/event_table.py

# The newest versions that pyproject.toml allows become those that are tested: names, versions and hashes.
constraints:
	@test -x $(TOOLS)/bin/python || "$(PYTHON)" -m venv $(TOOLS)
	@$(TOOLS)/bin/python -m pip install -qq --disable-pip-version-check uv
	@$(TOOLS)/bin/uv pip compile --quiet --universal --python-version 3.11 --upgrade --extra dev \
		--only-binary :all: --generate-hashes --no-header --no-annotate --no-emit-index-url \
		pyproject.toml --output-file $(PINNED)

# Known vulnerabilities of those versions. Exit code 0: none is known; 1: some are, and are listed; 3: could not look.
# make itself ends with 2 unless all is well.
audit:
	@test -x $(TOOLS)/bin/python || "$(PYTHON)" -m venv $(TOOLS)
	@$(TOOLS)/bin/python -m pip install -qq --disable-pip-version-check pip-audit || true
	@PATH="$(abspath $(TOOLS)/bin):$$PATH" $(TOOLS)/bin/python .ci/audit.py $(PINNED)

setup: $(READY)

# Set up again only when the dependencies change. They are installed as they were tested, by hash and without a
# compiler.
$(READY): pyproject.toml $(PINNED)
	@test -n "$(PYTHON)" && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Pirate Code needs Python 3.11 or newer (make PYTHON=/path/to/python3.11)."; exit 1; }
	@echo "Setting up $(VENV) (once) ..."
	@test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --only-binary :all: -r $(PINNED)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q pirate_code
	@touch $@

clean:
	rm -rf .venv .venv-3.* build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
