"""The witness: judges a week from outside, by its events alone."""
