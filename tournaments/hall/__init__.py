"""A hall without internet: the authority whose certificate lets tablets there come by https."""
