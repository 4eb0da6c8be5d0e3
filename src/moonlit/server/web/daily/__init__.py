"""The daily over HTTP."""
