"""Django's admin: the whole site as rows, for whoever looks after it. Read only, but for a few buttons."""
