"""The experiments of the Try buttons: how one is watched, and those of each job."""
