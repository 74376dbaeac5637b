"""The public pages: for everybody, without a log-in, without a cookie, readable without a script.

`answers` says how pages are kept fresh; the others are one kind of page each.
"""
