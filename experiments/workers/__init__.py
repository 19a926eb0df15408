"""Tasks given to workers: processes of this machine, or Ray actors on many."""
