# Board Library. `make serve` plays, `make test` checks; both set up what they need and are quick when it is there.
#
#   make serve ARGS="--port 8001"      pass options on to `board-library serve`
#   make test PYTEST="tests/engine"    run a part of the tests
#   make PYTHON=python3.12 serve       choose the interpreter (3.11 or newer)

PYTHON ?= $(firstword $(foreach name,python3 python3.13 python3.12 python3.11,$(shell command -v $(name))) python3)
BIN := .venv/bin
SET_UP := $(PYTHON) requirements/set_up.py

.PHONY: help serve test check browser pins bench compiled clean

help:
	@sed -n 's/^# \{0,1\}//p' Makefile | sed -n '1,5p'
	@echo 'Also: make check (linters and types alone), make bench, make compiled, make pins, make clean.'

serve:
	@$(SET_UP) base
	@$(BIN)/board-library serve $(ARGS)

test: check browser
	@CHROMIUM="$$($(PYTHON) requirements/browser.py --path)" $(BIN)/pytest -n 2 --dist loadfile $(PYTEST)

check:
	@$(SET_UP) dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v node >/dev/null; then echo $(BIN)/pyright; $(BIN)/pyright; fi
	$(BIN)/lint-imports
	$(BIN)/codespell

browser:
	@$(PYTHON) requirements/browser.py

bench:
	@$(SET_UP) bench
	@$(BIN)/python -m bench $(ARGS)

# The extra build: a wheel for this platform, in out/. It needs a C compiler.
compiled:
	@$(SET_UP) bench
	@$(BIN)/python requirements/compiled.py

# Recompile the pinned files. They carry hashes and name no index.
pins:
	@$(SET_UP) pins

clean:
	rm -rf .venv .tools .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist out
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
