"""Two toy games that prove the contract: a sixth game is one folder plus data, with no change anywhere else."""
