"""Invitations to tables, over HTTP."""
