# Everything Moonlit needs is set up in .venv by whichever of these you run first.
# make play PORT=8080: another port. PIP_CONSTRAINT=constraints.txt: the versions that CI uses.
PYTHON ?= python3
PORT ?=
BIN := .venv/bin

.PHONY: play page docs test test-plain test-long chaos check bench bench-gpu bench-server constraints clean browser

play: page
	@$(BIN)/moonlit serve --open $(if $(PORT),--port $(PORT))

page: .venv/play
	@$(BIN)/python web/build.py

# Guides, tutorials and the API, into build/site; `moonlit serve` has them under /docs.
docs: .venv/docs
	$(BIN)/python docs/build.py

# RERUNS=--reruns=1: what fails is tried once more, and told as a rerun.
RERUNS ?=
test: .venv/ready page browser
	$(BIN)/python web/build.py test
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not browser and not long" $(RERUNS)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not long" $(RERUNS) tests/browser
	NUMBA_ENABLE_CUDASIM=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests/cuda docs/gpu.md

# The same source without compiling: every line of the rules is seen by coverage.
test-plain: .venv/ready
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist worksteal -q -m "not compiled and not process and not browser and not long" \
		--ignore=tests/server \
		--cov=src/moonlit/core --cov=src/moonlit/games --cov-report=term:skip-covered --cov-fail-under=95

# What takes its time: deliberate slips, kills at any instant, thousands of malformed messages.
test-long: .venv/ready .venv/docs page
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "long and not browser" $(RERUNS)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "long and browser" $(RERUNS) tests/browser

# Not part of the tests: minutes of kills, restarts, full disks and moved clocks, on both storages.
# `make chaos CHAOS=--short` is what CI runs; a failure is repeated with the seed that it prints.
CHAOS ?=
chaos: .venv/ready
	$(BIN)/python tests/chaos/run.py $(CHAOS)

# The browser tests want Debian's Chromium. Without it they say that they are left out.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || \
		echo "No Chromium here: the browser tests are left out. Install the package chromium."

check: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python web/build.py check

bench: .venv/ready page browser
	$(BIN)/moonlit bench --seconds 3
	$(BIN)/python bench/start.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/page.py
	$(BIN)/python bench/envs.py
	$(BIN)/python bench/records.py

bench-gpu: .venv/ready
	$(BIN)/python bench/gpu.py

bench-server: .venv/ready
	$(BIN)/python bench/server.py

# What playing needs, and what working on it needs as well.
.venv/play: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Moonlit needs Python 3.11 or newer: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv
	MOONLIT_PAGE=later $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server,page]'
	@touch $@

.venv/ready: .venv/play
	MOONLIT_PAGE=later $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

.venv/docs: .venv/play
	MOONLIT_PAGE=later $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

# The versions that CI and the image use: the newest that go together.
constraints:
	rm -rf build/constraints
	$(PYTHON) -m venv build/constraints
	MOONLIT_PAGE=later build/constraints/bin/python -m pip install --quiet --disable-pip-version-check --upgrade '.[dev,docs]'
	build/constraints/bin/python -m pip freeze --exclude moonlit > constraints.txt

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage build web/node_modules src/moonlit/server/page src/moonlit/server/docs
