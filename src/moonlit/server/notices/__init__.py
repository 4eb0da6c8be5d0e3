"""A word to players who are elsewhere: by push, mail or a webhook, as each has chosen."""
