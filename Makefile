# Everything Moonlit needs is set up in .venv by whichever of these you run first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test check bench clean

play: .venv/ready
	@$(BIN)/moonlit play

test: .venv/ready
	$(BIN)/python -m pytest -n 2 --dist worksteal
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist worksteal -q -m "not compiled and not process" \
		--cov=src/moonlit/core --cov=src/moonlit/games --cov-report=term:skip-covered --cov-fail-under=95

check: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/moonlit bench --seconds 3
	$(BIN)/python bench/start.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/envs.py

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Moonlit needs Python 3.11 or newer: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
