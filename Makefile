# Each target makes the environment first, which costs nothing once it is there.
#   make setup PYTHON=python3.12    uses that Python instead of the newest one found
#   make test ARGS="-k supply"      passes more arguments to pytest

VENV := .venv
PY := $(VENV)/bin/python
PYTHON ?=
ARGS ?=
# One per core, up to eight; one more gained nothing on two cores (632 s, 618 without).
JOBS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$(( n < 8 ? n : 8 )))

# The environment's own Python runs the set-up script if it exists, else any suitable Python.
define set_up
@for python in $(PY) $(PYTHON) python3.13 python3.12 python3.11 python3 python; do \
	if $$python -c 'import tomllib' >/dev/null 2>&1; then \
		exec $$python packaging/setup_env.py --for $(1) $(if $(PYTHON),--python $(PYTHON)); \
	fi; \
done; \
echo "setup: Hexbench needs Python 3.11, 3.12 or 3.13 (on Debian, as root: apt-get install -y python3 python3-venv)." >&2; \
exit 1
endef

.DEFAULT_GOAL := help
.PHONY: help setup play test check rules rulings maps translations bench fuzz strength screenshots packages

help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Make .venv from the pinned packages and check for missing system libraries
	$(call set_up,test)
	@$(PY) packaging/translations.py build

play: ## Open the desktop
	$(call set_up,play)
	@$(PY) packaging/translations.py build
	@exec $(PY) -m hexbench $(ARGS)

# Many tests start processes: let Python keep its bytecode, so that none of them compiles again what another has.
test: setup ## Run the tests (about ten minutes on two cores)
	env -u PYTHONDONTWRITEBYTECODE $(PY) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

check: setup ## Lint, format, types, layering and housekeeping
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo
	$(PY) -m tests.housekeeping

rules: setup ## Compare the rule ledgers with the tests
	$(PY) -m tests.rules_report $(ARGS)

rulings: setup ## Write docs/rulings.md: every option of every game and its readings
	$(PY) -m hexbench rulings > docs/rulings.md

maps: setup ## Compile the maps from the geography
	$(PY) -m hexbench map build $(ARGS)
	$(PY) -m hexbench map report > docs/maps.md

translations: setup ## Update the translation files from the sources and list what is not translated
	$(PY) packaging/translations.py collect
	$(PY) packaging/translations.py build
	$(PY) packaging/translations.py check

bench: setup ## Run the benchmarks: one JSON object per line
	@$(PY) -m tests.bench $(ARGS)

fuzz: setup ## Play long random games with every law checked at every step, then run all tests at full size
	$(PY) -m tests.fuzz $(ARGS)
	@[ -n "$(ARGS)" ] || HEXBENCH_FULL=1 QT_QPA_PLATFORM=offscreen $(PY) -m pytest -q -n auto --dist worksteal -o faulthandler_timeout=3600

strength: setup ## Play matches between levels of the computer, or report those played
	$(PY) -m tests.strength $(ARGS)

screenshots: setup ## Redraw the documentation's screenshots
	$(PY) -m tests.screenshots $(ARGS)

packages: setup ## Build every package this machine can, into dist/
	$(PY) packaging/packages.py $(ARGS)
