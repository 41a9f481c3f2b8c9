"""The corpus: what is in it, what is wrong with it, and the same as plain JSON."""
