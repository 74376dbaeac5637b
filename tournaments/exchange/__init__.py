"""Whole events kept in files: read them, bring them into the database, compare what they came to.

An event is a folder with `event.json`, `deals.jsonl` and what is expected of them. Everything goes through
the same services as tablets and staff use; nothing here writes a ledger row of its own.
"""
