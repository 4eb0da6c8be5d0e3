"""Training the evaluators that bots judge positions with: self-play on a GPU, or slowly without."""
