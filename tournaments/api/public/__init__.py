"""What everybody may read of published competitions, and how it is written."""
