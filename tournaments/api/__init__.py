"""The programs' door: the tablet protocol and the public read API. It checks shapes; services do the rest."""
