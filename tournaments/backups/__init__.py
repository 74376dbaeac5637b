"""The whole site in one file that both databases write and read: back up, verify, restore, move.

Not events: those are in `tournaments.exchange`.
"""
