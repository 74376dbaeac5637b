"""System checks of the site's own settings."""
