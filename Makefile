# Two commands for a newcomer: `make demo` and `make test`. Both set up what they need.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet -c constraints.txt
SOURCES := pyproject.toml setup.py constraints.txt

.PHONY: demo examples test test-web test-slow lint types rules-without-compiler bounds soak fuzz audit bench docs site clean help

help:
	@echo "make demo        set up, play, train, draw: leaves demo/report.md, curve.png, board.png"
	@echo "make test        set up and run the tests"
	@echo "make test-web    the page in a real browser; installs Debian's chromium where apt is at hand"
	@echo "make test-slow   the long checks: thousands of games"
	@echo "make soak        games of all kinds with every check, for MINUTES=10; counts go on in build/soak"
	@echo "make fuzz        INPUTS=100000 wrong inputs of every kind; counts go on in build/fuzz.json"
	@echo "make audit       known weaknesses of the pinned versions; needs the network"
	@echo "make lint        ruff, lint and format"
	@echo "make types       mypy against the built wheel"
	@echo "make bench       speed of every game beside other libraries; QUICK=1: in two minutes"
	@echo "make site        the docs as web pages, in build/site"
	@echo "make examples    train with other libraries, each in an environment of its own; writes docs/stacks.md"

$(VENV)/base.done: $(SOURCES)
	$(PYTHON) -m venv $(VENV)
	$(PIP_INSTALL) -e .
	@touch $@

$(VENV)/train.done: $(VENV)/base.done
	$(PIP_INSTALL) -e ".[train]"
	@touch $@

$(VENV)/dev.done: $(VENV)/base.done
	$(PIP_INSTALL) -e ".[train,tune,llm,web,dev]"
	@touch $@

$(VENV)/bench.done: $(VENV)/base.done
	$(PIP_INSTALL) -e ".[bench]"
	@touch $@

demo: $(VENV)/train.done
	$(BIN)/exozoo warm alien_frontiers
	$(BIN)/exozoo demo --out demo

test: $(VENV)/dev.done
	$(BIN)/exozoo warm
	$(BIN)/python -m pytest -n 2

# pictures of the page in every game are left in build/pictures
test-web: $(VENV)/dev.done
	$(PIP_INSTALL) -e ".[browser]"
	command -v chromium || command -v google-chrome || { apt-get update --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends chromium; } || echo "no browser here and none could be installed: its tests are skipped"
	$(BIN)/exozoo warm
	$(BIN)/python -m pytest -n 2 tests/web/test_browser.py

test-slow: $(VENV)/dev.done
	$(BIN)/python -m pytest -n 2 -m slow

rules-without-compiler: $(VENV)/dev.done
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 -m "not slow and not compiled"

bounds: $(VENV)/dev.done
	NUMBA_BOUNDSCHECK=1 $(BIN)/exozoo warm
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n 2 -m "not slow and bounds"

# ends with 1 if anything was found; what and how to see it stands in its last lines
soak: $(VENV)/dev.done
	$(BIN)/exozoo warm
	$(BIN)/python -m tests.soak --minutes $(or $(MINUTES),10)

# a find is repeated by the --target and --number that it prints
fuzz: $(VENV)/dev.done
	$(BIN)/exozoo warm
	$(BIN)/python -m tests.fuzz --inputs $(or $(INPUTS),100000)

# strict: a package that nobody can be asked about is a failure, not a skipped line under "none found";
# where a mirror knows no single versions, the second asks it for the newest ones
audit: $(VENV)/base.done
	$(BIN)/python -m pip install --quiet pip-audit
	$(BIN)/python -m pip_audit --strict --requirement constraints.txt --no-deps --disable-pip || $(BIN)/python -m tests.install.audit

lint: $(VENV)/dev.done
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# the wheel must hold everything a game needs, and type checkers do not follow editable installs
types: $(VENV)/dev.done
	rm -rf build/types
	$(BIN)/python -m build --wheel --outdir build/types .
	$(BIN)/python -m pip install --quiet --no-deps --target build/types/site build/types/*.whl
	cd build/types/site && ../../../$(BIN)/python -c "import exozoo; print(*(exozoo.load_game(n).title for n in exozoo.game_names()), sep=', ')"
	cd build/types/site && MYPYPATH=. ../../../$(BIN)/python -m mypy --config-file ../../../pyproject.toml

# other libraries go into venvs of their own, in the user's cache folder
bench: $(VENV)/bench.done
	$(BIN)/exozoo warm
	$(BIN)/python -m exozoo.benchmarks $(if $(QUICK),--quick,--docs docs/benchmarks.md)

# slow: installs every library anew the first time
examples: $(VENV)/base.done
	$(BIN)/exozoo warm alien_frontiers
	$(BIN)/python examples/stacks/run.py

docs: $(VENV)/dev.done
	$(BIN)/exozoo docs

# the reference is read from sources that lie as they are imported
site: $(VENV)/dev.done
	$(PIP_INSTALL) -e ".[docs]"
	rm -rf build/source && mkdir -p build/source
	cp -r exozoo build/source/ && cp -r envs agents training benchmarks build/source/exozoo/
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build

clean:
	rm -rf $(VENV) build dist demo *.egg-info
