"""Measurements, each beside a baseline of the same run: `python dev.py benchmarks` or `make benchmarks`.

One of them: `python dev.py benchmarks -k submissions`. They are no part of the test run and fail only when
the program gives a wrong answer; how fast is fast enough is for people to read from the tables they print:

- `bench_scoring`: the rules engine and its command line, in turns of a plain loop; run by itself it also
  shows its memory over a million hands (`python tests/benchmarks/bench_scoring.py --memory`) and its profile
  (`--profile`)
- `bench_submissions`: a deal through HTTP beside a bare view that inserts one row, on SQLite and PostgreSQL
- `bench_standings`: standings of 200 players over 12 rounds from the ledger, cold and after one more deal,
  beside one SQL aggregate (`TEST_DB=sqlite` for the other database)
- `bench_standings_pure`: the arithmetic of standings alone
- `bench_seating`: draws beside a plain annealer
- `bench_moments`: two moments of a season of 500 players, 100 meetings and 50,000 deals beside each other,
  and what is worth a look in it
"""
