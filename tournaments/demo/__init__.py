"""A demonstration: an invented club with a tournament in its last round and a league in mid-season.

The people are invented; the deals were played with real walls. Everything goes through the services that
organisers and tablets use.
"""
