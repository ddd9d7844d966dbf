"""Stores from outside: opening one by its address, and bringing graphs and runs into it."""
