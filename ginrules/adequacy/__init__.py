"""How strong the corpus is: obligations computed from data, and which of them the scenarios meet."""
