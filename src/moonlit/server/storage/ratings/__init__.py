"""Games that count, and what they make of players' ratings."""
