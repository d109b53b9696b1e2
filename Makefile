# Two commands do everything from a bare checkout: `make run` and `make test`. They need Python 3.11 and make, no more.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN = .venv/bin
PIP = $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: run test lint check ci pins

run: .venv/runs
	@NARDY_DEMO=$${NARDY_DEMO:-1} exec $(BIN)/python -m nardy_site.run

test: .venv/tests
	$(BIN)/python -m pytest --numprocesses auto --dist loadgroup

lint: .venv/tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint test

ci:
	bash .ci/run

# Pinned versions from the short lists in pyproject.toml.
pins: .venv/tests
	$(BIN)/pip-compile $(PINS) --output-file requirements.txt pyproject.toml
	$(BIN)/pip-compile $(PINS) --output-file requirements-dev.txt --extra dev --constraint requirements.txt pyproject.toml
PINS = --quiet --upgrade --strip-extras --no-annotate --no-header --no-emit-index-url --no-emit-find-links \
	--no-emit-options

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make run PYTHON=…")'
	$(PYTHON) -m venv .venv

.venv/runs: requirements.txt | .venv/bin/python
	$(PIP) install --requirement requirements.txt
	@touch $@

.venv/tests: requirements-dev.txt | .venv/bin/python
	$(PIP) install --requirement requirements-dev.txt
	@touch $@
