"""The board: what it shows of a week at each of its events, and the tape of it."""
