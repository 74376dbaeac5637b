"""An event that is played in a hall without internet: taken out of the association's site, and brought back.

The hall's site begins as a copy of the event, with the same keys; what is recorded there follows on in the
same chain. The association's site has set aside the numbers that the hall counts on with, so the rows come
back as they were written: explanations, corrections, rulings, times. Nothing is recorded a second time.
"""
