"""`python -m ginrules` is the script `ginrules`."""

from ginrules.cli import main

main()
