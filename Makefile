# The names that people and CI call. The first two work on a fresh machine with Python >= 3.11 and git.
#   make run                                        the bot and a stand-in for GitHub, with an example pull request
#   make run REPO=/path/to/clone BASE=main HEAD=x   the same for a local clone
#   make run FRESH=1                                nothing configured: register and install the App on the pages
#   make test | make check | make bench | make docs
#   make soak SEED=7 MINUTES=5 DATABASE=postgresql  whole conversations, while processes die and GitHub misbehaves

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: run test test-model check bench soak docs lock clean

run: $(INSTALLED)
	@if [ -n "$$GITHUB_APP_ID" ] || grep -qs '^GITHUB_APP_ID=' .env || [ -f "$${OBELIZE_DATA:-data}/app.json" ]; then \
	    exec $(BIN)/obelize serve; \
	else \
	    exec $(BIN)/obelize playground $(if $(FRESH),--fresh) $(if $(REPO),'$(REPO)') $(if $(BASE),--base '$(BASE)') \
	        $(if $(HEAD),--head '$(HEAD)') $(if $(PLAYGROUND_PORT),--port '$(PLAYGROUND_PORT)'); \
	fi

test: $(INSTALLED)
	sh .ci/services
	@# The many small files of the tests are kept in memory where there is room for them.
	TMPDIR=$$(sh .ci/scratch) $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal

check: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(INSTALLED)
	$(BIN)/python -m bench

# Whole conversations while processes die and GitHub misbehaves; DATABASE=postgresql needs PostgreSQL's server.
soak: $(INSTALLED)
	$(BIN)/python -m bench.soak --seed $(or $(SEED),1) --minutes $(or $(MINUTES),5) --database $(or $(DATABASE),sqlite)

docs: $(INSTALLED)
	$(BIN)/python -m bot.cli.generated_docs

# One step for run and test: a virtual environment from the hashed lock, made again when the lock changes.
$(INSTALLED): requirements.lock pyproject.toml
	sh .ci/python -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(INSTALLED)

# A real small model behind a real server. Its sources are built first, which takes minutes and a C++ compiler.
test-model: $(INSTALLED)
	$(BIN)/python -m pytest -q -o addopts="--import-mode=importlib -ra --strict-markers -s" -m real_model tests/real_model

# Resolved for every Python and system that is supported; no registry's address goes in.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --all-extras --no-emit-index-url \
	    --no-header --no-annotate pyproject.toml .ci/build.in -o requirements.lock

clean:
	rm -rf $(VENV) .wire data
