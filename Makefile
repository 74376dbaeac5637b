# Every command is dev.py's; ARGS are passed on:  make test ARGS="tests/scoring -x"
PYTHON ?= python3
COMMANDS := demo serve hall test check soak benchmarks load coverage mutants production lock setup help

.DEFAULT_GOAL := help
.PHONY: $(COMMANDS)

$(COMMANDS):
	@$(PYTHON) dev.py $@ $(ARGS)
