"""Mutants: the engine and its tables, changed in one place at a time, against the engine's own tests.

A change that no test notices is a gap in the tests, or makes no difference; the latter are listed with their
reasons in `equal.jsonl`. Mutants of code are made from the syntax tree and loaded in place of the module, so
that decorated functions count too, which is nearly all of `patterns` and `special`.
"""
