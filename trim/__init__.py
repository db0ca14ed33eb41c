"""The standard library of the page: what is needed of it, compiled, and nothing else."""
