"""Players, and what is kept of them or for them."""
