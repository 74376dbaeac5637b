"""The pages of the tablet on a table: pairing, and the table itself. All data comes through the API."""
