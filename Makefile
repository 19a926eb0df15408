# Everything a person runs. `make match` and `make test` set up what they need on a fresh machine: Python 3.11-3.13 and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= 2

PLAYED := zimbabwe stone_age godz
WHEEL := build/wheel
DIST := dist

.PHONY: setup wheel match test test-all refreeze proofs mutation bench bench-compare lint format clean

setup: $(READY)

$(READY): pyproject.toml setup.py constraints.txt
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if (3, 11) <= v <= (3, 13) else "Python 3.11 to 3.13 is needed, this is %d.%d; name another by make PYTHON=..." % v)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

# The first match builds the native object of the game, once.
match: setup
	$(BIN)/mutapa match configs/matches/zimbabwe.yaml $(ARGS)

test: setup
	$(BIN)/mutapa build zimbabwe
	$(BIN)/python -m pytest -q -n $(JOBS) $(ARGS)

test-all: setup
	$(BIN)/mutapa build zimbabwe
	$(BIN)/python -m pytest -q -n $(JOBS) -m 'slow or not slow' $(ARGS)

# Long proofs of the rules go on where they stopped, to the end (test-all: for some minutes each). Faults put into the rules on purpose.
proofs: setup
	$(BIN)/mutapa build zimbabwe
	$(BIN)/python -m tests.proofs $(ARGS)

mutation: setup
	$(BIN)/python -m tests.mutation $(ARGS)

# Trees kept in tests/frozen, made anew: make refreeze REASON="why they changed"
refreeze: setup
	$(BIN)/python -m tests.search.frozen "$(REASON)"

# A wheel with the objects of the games that people play, for any machine of this kind: installed, it starts without compiling.
# Made from a copy, so that the objects don't stay here.
wheel: setup
	rm -rf $(WHEEL) && mkdir -p $(WHEEL) $(DIST)
	cp -R pyproject.toml setup.py README.md LICENSE $(wildcard core nets search experiments configs) $(WHEEL)/
	$(BIN)/mutapa build --ship $(WHEEL)/core/objects $(PLAYED)
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir $(DIST) $(WHEEL)

bench: setup
	$(BIN)/mutapa bench --parts
	$(BIN)/python -m pytest -q tests/benchmarks --benchmark-enable --benchmark-only --benchmark-json=bench.json $(ARGS)

# make bench-compare REF=main~5
bench-compare: setup
	$(BIN)/python -m mutapa.experiments.games.compare $(REF) $(ARGS)

# mypy doesn't see an editable install with mapped folders; through links it does.
lint: setup
	$(BIN)/ruff check .
	@mkdir -p .links/mutapa && ln -sfn ../../core ../../nets ../../search ../../experiments .links/mutapa/
	MYPYPATH=.links $(BIN)/mypy -p mutapa.core -p mutapa.nets -p mutapa.search -p mutapa.experiments

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .links .bench bench.json
