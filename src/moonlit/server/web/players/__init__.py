"""Players over HTTP: who somebody is, their devices, and what is theirs."""
