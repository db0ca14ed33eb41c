# make serve   set up what is needed, build the page, serve it on this machine
# make test    set up what is needed, a browser included, and run every check
# make build   only the page, into _site/
# make lint    only style and types
# make bench   how fast the engine and the page are, measured here
# make proof   more than make test: 30,000 weeks, and every small change to sim must be noticed (long)
#
# Setting up again costs nothing: each step leaves a file that is newer than what it came from.

PYTHON ?= python3
VENV := .venv/bin

# A Python told not to keep what it has compiled would compile it again in each process that the tests start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: serve test pytest build lint browser collect proof bench python

# The builder imports nothing but Python's own library and what lies here.
serve: python node_modules/.installed
	$(PYTHON) build_snapshot.py --serve

build: python node_modules/.installed
	$(PYTHON) build_snapshot.py

# Two at a time, and each as early as it can be. pytest takes longest, so the output ends with its summary.
test:
	$(MAKE) --no-print-directory --jobs 2 pytest lint

# Two cores are kept busy by three workers: one of them often waits for a clock. A file stays with one worker:
# what its tests share, a visit to the page for example, is then made once.
pytest: build browser collect
	$(VENV)/python -m pytest -n 3 --dist loadfile

# Compiles the tests, which each worker would do for itself if they came to it at the same time.
collect: .venv/.installed
	$(VENV)/python -m pytest --collect-only -qq > .venv/collected

lint: .venv/.installed
	$(VENV)/ruff check .
	$(VENV)/ruff format --check .
	$(VENV)/mypy

# The second line is the canary: a broken scheduler is found, or the first line proves nothing.
proof: .venv/.installed
	$(VENV)/python -m sim hunt --weeks 30000
	! $(VENV)/python -m sim hunt --weeks 300 --scheduler ignores-upstream
	$(VENV)/python -m tests.proof.mutants

bench: node_modules/.installed .venv/.installed
	$(VENV)/python tests/browser/get_browser.py --whole
	$(VENV)/python -m bench.engine
	$(VENV)/python -m bench.page

browser: .venv/.installed
	$(VENV)/python tests/browser/get_browser.py

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'This needs Python 3.11 or newer as "$(PYTHON)"; name another with make PYTHON=...' >&2; exit 1; }

# A pip of its own would take the folder six seconds, and Python has one, which from 22.3 on can do this.
# What is used is compiled when it is first used, which is less.
.venv/.installed: requirements.txt | python
	$(PYTHON) -m venv --without-pip .venv
	$(PYTHON) -m pip --python $(VENV)/python install --quiet --no-compile --require-hashes -r requirements.txt || \
		{ echo 'The tests need pip 22.3 or newer, which Debian and Ubuntu have in python3-pip.' >&2; exit 1; }
	touch $@

# No package's own install script runs: what we use is in the packages, and one script would download Java.
node_modules/.installed: package.json package-lock.json
	@node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || \
		{ echo 'This needs Node 20 or newer as "node", with npm.' >&2; exit 1; }
	npm ci --ignore-scripts
	touch $@
