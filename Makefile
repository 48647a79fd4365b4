# Two commands matter: `make run` shows Pirate Code, `make test` checks it. Both set up .venv when it is needed.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/.ready
SHEET ?=
GAMES ?= 2000

.PHONY: run test lint types bench fuzz pictures setup clean

# A small tour: every command is printed before it runs.
define show
	@printf '\n$$ pirate-code %s\n' '$(1)'
	@$(BIN)/pirate-code $(1)
endef

run: $(READY)
	@$(BIN)/pirate-code build
	$(call show,search "nation:french kind:ship points<=14 text:hit" --limit 3)
	$(call show,search kind:ruling doctor captured --limit 2)
	$(call show,show Polaris)
	$(call show,parse "This ship gets +1 to her boarding rolls.")
	@printf '\nThe commands are in $(BIN); try also:\n'
	@printf '  $(BIN)/pirate-code %s\n' 'show Captain' 'import YOUR_SHEET.csv' 'export abilities --out abilities.jsonl' \
		'--help'

test: lint types
	@$(BIN)/pytest -q -n 2

lint: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .

types: $(READY)
	@$(BIN)/mypy --no-error-summary

bench: $(READY)
	@$(BIN)/python bench/parse.py $(SHEET)
	@$(BIN)/python bench/library_queries.py
	@$(BIN)/python bench/games.py
	@$(if $(SHEET),$(BIN)/python bench/library.py $(SHEET))

# Random games until GAMES are played, with the pieces of SHEET if one is given; replays of failures go to failures/.
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
	@touch $@

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
