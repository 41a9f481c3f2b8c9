"""Pure functions that answer: no input or output, importing only cards and the typed rules."""
