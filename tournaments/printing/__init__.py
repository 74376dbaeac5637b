"""Papers for the hall and for after it: PDFs of what is published, in the program's own fonts and tiles."""
