"""What leaves the house: files for readers and other programs."""
