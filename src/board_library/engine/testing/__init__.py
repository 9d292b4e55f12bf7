"""The checks that every game must pass, and the toys that prove the checks."""
