"""The table protocol: what a tablet may ask, how it is checked, what is answered."""
