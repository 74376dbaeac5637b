"""What a site bears: `make load` prints each figure beside the bar that it was to keep.

Each load starts the site as it is run (`forms`), fills it (`hall`), and asks it over connections of its own
(`wire`). Who asks and who answers share this machine's cores. A load fails only where an answer is wrong; how
fast is fast enough is for people to read from the table (`rows`):

- `load_crowd`: 60 tablets beside 2,000 readers of the live standings, and 60 deals in the same moment
- `load_sustained`: as many deals as the tables can send, and the ledger counted afterwards
- `load_streams`: 2,000 open streams, how late news is, and what it takes until all have read the new table
- `load_sizes`: bytes and queries of what a crowd reads
- `load_growth`: a site, and an event, of ten times the deals beside the small one

`make load ARGS="crowd streams --form embedded"` runs two of them on one form of the site, `--beside COMMIT`
the same on the site of another commit, `--short` everything small, for whoever changes these tools.
"""
