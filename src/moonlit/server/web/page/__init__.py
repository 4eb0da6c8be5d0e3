"""The page as files, and what a link to a place in it shows."""
