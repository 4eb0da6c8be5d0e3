"""Games that last for days, over HTTP."""
