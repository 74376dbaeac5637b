"""Scoring without network: the engine as the tablet's browser runs it, and how it gets there.

`answer` runs in the browser's Python; `pack` sends it there; `pyodide` brings that Python at set-up.
"""
