"""What games say of themselves, over HTTP."""
