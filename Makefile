# Three commands matter: `make demo`, `make test` and `make adequacy`. Each first make what they need, in .venv of this folder.

PYTHON ?= python3
BIN := .venv/bin
ENGINES := $(shell $(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["engines"])' 2>/dev/null)
TARGETS := ginrules tests docs/demo

# The stamp names the interpreter and what was installed, so that a change of either makes the environment anew.
FINGERPRINT := $(shell cat pyproject.toml Makefile 2>/dev/null | $(PYTHON) -c 'import hashlib, sys; print(hashlib.sha256(sys.version.encode() + sys.stdin.buffer.read()).hexdigest()[:12])' 2>/dev/null)
STAMP := .venv/complete-$(FINGERPRINT)

.PHONY: demo test adequacy bench lint format clean
.DEFAULT_GOAL := demo

demo: $(STAMP)
	@$(BIN)/python docs/demo/demo.py

test: lint
	$(BIN)/python -m pytest -n 2 -q --cov=ginrules.engine --cov=ginrules.answer --cov=ginrules.notation --cov-branch \
	  --cov-report=term:skip-covered --cov-fail-under=100

# How strong the corpus is; fails where an obligation is not met.
adequacy: $(STAMP)
	@$(BIN)/ginrules corpus adequacy -j 2

bench: $(STAMP)
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.bench_play

lint: $(STAMP)
	$(BIN)/ruff format --check --quiet $(TARGETS)
	$(BIN)/ruff check --quiet $(TARGETS)
	$(BIN)/mypy
	@$(BIN)/python -m tests.engine_size

format: $(STAMP)
	$(BIN)/ruff format $(TARGETS)
	$(BIN)/ruff check --fix $(TARGETS)

clean:
	rm -rf .venv build dist

$(STAMP):
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or say where it is: make PYTHON=/path/to/python3 ..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "ginrules needs Python 3.11 or newer; this is $$($(PYTHON) --version). Name another one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make virtual environments: the module ensurepip is missing."; echo "On Debian and Ubuntu install it with: apt-get install $$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])') (or python3-venv)"; exit 1; }
	@echo "First use: making .venv in this folder. This downloads about 120 MB from the Python package index:"
	@echo "  what ginrules needs (click, jsonschema, jsonschema-rs, lark, pyyaml, rich), the tools of its tests,"
	@echo "  two engines to verify: $(ENGINES) (with numpy and scipy). Later runs download nothing."
	@rm -rf .venv
	@{ $(PYTHON) -m venv .venv && $(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[test,lint]'; } \
	  || { rm -rf .venv; echo "The environment could not be made (see above); .venv was removed."; exit 1; }
	@for engine in $(ENGINES); do \
	  $(BIN)/python -m pip install -qq --disable-pip-version-check --only-binary=open_spiel $$engine >.venv/engine.log 2>&1 \
	  || { echo "  $$engine cannot be installed for this Python, so it is left out:"; grep -i error .venv/engine.log | head -n 1 | sed 's/^/    /'; }; \
	done
	@touch $@
