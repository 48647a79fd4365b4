# Two commands matter: `make run` shows Pirate Code, `make test` checks it. Both set up .venv when it is needed.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/.ready
SHEET ?=

.PHONY: run test lint types bench pictures setup clean

run: $(READY)
	@$(BIN)/pirate-code grammar
	@echo
	@$(BIN)/pirate-code parse "This ship gets +1 to her boarding rolls."
	@echo
	@echo "Try also:"
	@echo "  $(BIN)/pirate-code parse \"If derelict, this ship gains a base move of S.\""
	@echo "  $(BIN)/pirate-code parse --json \"Captain. Helmsman.\""
	@echo "  $(BIN)/pirate-code grammar --sheet YOUR_SHEET.csv"
	@echo "  $(BIN)/pirate-code export schema"
	@echo "  $(BIN)/pirate-code --help"

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
