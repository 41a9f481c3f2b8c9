"""The gin scenario notation: text to scenarios, scenarios to questions."""
