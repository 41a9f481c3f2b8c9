"""Ask a program and compare its answers with what scenarios expect."""
