"""A full hall against the real server: many phones, many readers, and processes that are killed.

`python -m tests.load.hall` and `python -m tests.load.kill` print JSON; CONTRIBUTING says when.
"""
