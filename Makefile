# Everything happens in .venv and data/. Needs Python 3.11 or newer, git, make and a package index, nothing else.
# PYTHON=/path/to/python chooses the interpreter that .venv is made with.

VAULT := data/vault
DAY := 2026-07-31
SECONDS := 120
KILLS := 100
BIN := .venv/bin
RUN := env -u PYTHONDONTWRITEBYTECODE -u DIGEST_VAULT -u DIGEST_WAREHOUSE -u DAGSTER_HOME $(BIN)/digest
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq --no-input install
COMPLETE := --no-deps --no-compile --require-hashes --requirement
LOCK := env -u PIP_FIND_LINKS $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-header --no-emit-find-links --no-emit-index-url --quiet --constraints constraints.txt

# Imported once, so that the byte code lies there even where the environment forbids Python to write it.
define INSTALL_ITSELF
$(PIP) --no-deps --no-build-isolation --editable .
@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -c 'import digest_assets.cli, digest_assets.definitions'
endef

.PHONY: help demo test check fuzz crash ui clean lock
.DELETE_ON_ERROR:

help:
	@echo 'make demo   sets everything up, digests the sample vault, prints a briefing'
	@echo 'make test   sets everything up, runs the tests'
	@echo 'make check  lint and types'
	@echo 'make fuzz   fuzzes the readers for SECONDS=120'
	@echo 'make crash  kills backfills at random moments, KILLS=100 times'
	@echo 'make ui     the Dagster UI on the sample vault'
	@echo 'make lock   renews requirements.lock and requirements-dev.lock'
	@echo 'make clean  removes everything that was made'

demo: .venv/runtime $(VAULT)/digest.toml
	@$(RUN) run --day $(DAY)
	@echo
	@$(RUN) show $(DAY) inference
	@echo
	@echo 'That was the inference briefing of $(DAY), the last day of the sample vault. Next:'
	@printf '  %-50s %s\n' \
	  '$(BIN)/digest show $(DAY) rag' 'another topic' \
	  '$(BIN)/digest explain $(DAY) inference 30' 'why a line stands there' \
	  '$(BIN)/digest sql "FROM warnings"' 'ask the warehouse' \
	  'make ui' 'the asset graph in the Dagster UI' \
	  '$(BIN)/digest run --vault YOUR_VAULT' 'your own vault; see README.md'

$(VAULT)/digest.toml:
	@rm -rf $(VAULT)
	@$(BIN)/python data/sample/build_vault.py --until $(DAY)T2200 $(VAULT) >/dev/null

test: .venv/dev
	$(BIN)/python -m pytest -n 3

check: .venv/dev
	$(BIN)/ruff check digest_assets digest_assets_tests benchmarks data/sample
	$(BIN)/mypy

fuzz: .venv/dev
	@$(PIP) atheris
	$(BIN)/python -m digest_assets_tests.fuzz.fuzz_reading -max_total_time=$(SECONDS)

crash: .venv/dev
	$(BIN)/python -m digest_assets_tests.crash.harness --kills $(KILLS)

ui: .venv/runtime $(VAULT)/digest.toml
	@$(RUN) ui

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
	find data -mindepth 1 -maxdepth 1 ! -name sample ! -name README.md -exec chmod -R u+w {} + -exec rm -rf {} +
	find digest_assets digest_assets_tests benchmarks -name __pycache__ -exec rm -rf {} +

.venv/bin/python:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "making .venv with $$("$$python" --version)"; exec "$$python" -m venv .venv; \
	  fi; \
	done; echo 'make: found no Python 3.11 or newer that can make a venv; name one with PYTHON=' >&2; exit 2

.venv/build: requirements-build.lock | .venv/bin/python
	@echo 'installing what the locks name'
	@$(PIP) $(COMPLETE) requirements-build.lock
	@touch $@

.venv/runtime: requirements.lock pyproject.toml .venv/build
	@$(PIP) $(COMPLETE) requirements.lock
	@$(INSTALL_ITSELF)
	@touch $@

.venv/dev: requirements-dev.lock pyproject.toml .venv/build
	@$(PIP) $(COMPLETE) requirements-dev.lock
	@$(INSTALL_ITSELF)
	@touch $@ .venv/runtime

lock: .venv/build
	$(PIP) uv
	printf 'pip\nsetuptools>=77\n' | $(LOCK) - --output-file requirements-build.lock
	$(LOCK) pyproject.toml --output-file requirements.lock
	$(LOCK) pyproject.toml --extra dev --output-file requirements-dev.lock
	@! grep -nE '://|^-' requirements-build.lock requirements.lock requirements-dev.lock
