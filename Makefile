PY = .venv/bin/python

.PHONY: kernels check test test-js slow fuzz shrunk golden gallery bench docs messages odds play site ci

.venv/ready: constraints.txt pyproject.toml
	python3 -m venv .venv && .venv/bin/pip install -q -c constraints.txt -e ".[dev]" && touch $@

node_modules/ready: package.json
	npm install --no-audit --no-fund --no-package-lock --loglevel=error && touch $@

check: .venv/ready node_modules/ready   ## lint, format and types
	.venv/bin/ruff check && .venv/bin/ruff format --check && .venv/bin/mypy && .venv/bin/lint-imports
	$(PY) scripts/lint_prose.py
	npm run --silent check

test-js:             ## the page's scripts that need no browser, by node's test runner
	npm test --silent

test: .venv/ready    ## the default tests
	$(PY) -m pytest

slow: .venv/ready    ## the tests on all games, more deals and all cases
	$(PY) -m pytest -m slow -o faulthandler_timeout=0

SECONDS = 600
SEED = 0

fuzz: .venv/ready    ## random definitions against all checks; SECONDS=600 SEED=0
	$(PY) -m tests.fuzz --seconds $(SECONDS) --seed $(SEED)

DEALS = 100

shrunk: .venv/ready  ## every form of the catalogue, shrunk to a few cards, against brute force; DEALS=100
	$(PY) -m tests.shrunk --deals $(DEALS) --sizes 3

golden: .venv/ready  ## write the golden files again; the diff is the review
	$(PY) scripts/update_golden.py

kernels: .venv/ready ## build the machine code of engine and search for all platforms
	$(PY) scripts/build_kernels.py

GAMES =

gallery: .venv/ready ## draw the games as the page shows them; GAMES="spider gaps"
	$(PY) scripts/gallery.py $(GAMES)

bench: .venv/ready   ## has the search changed, and what does it decide in a second?
	$(PY) -m bench

docs: .venv/ready    ## update the reference (the diff is the review), and build the site in build/site
	$(PY) scripts/build_reference.py
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict

messages: .venv/ready ## update the translations from the program's texts, and check them
	$(PY) scripts/messages.py

odds: .venv/ready    ## measure what is not measured yet; continues where it stopped
	$(PY) scripts/measure_odds.py $(GAMES)

play: .venv/ready    ## open the page
	.venv/bin/cadogan play

BASE = /

site: .venv/ready    ## build the static site in build/public; BASE=/cadogan/
	.venv/bin/cadogan site build/public --base $(BASE)

ci:                  ## everything, as the continuous integration runs it
	bash .ci/run
