"""How readers learn of a change: news between processes, open streams, servers that are away."""
