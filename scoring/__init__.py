"""A table's result and what follows from it: balance, validation, totals, ranking.

Pure Python on plain values: no Django, no clock, no file (only `__main__` reads one). Entry ids are
opaque; any hashable value does. All numbers are integers in card points, buns/schliats or points.
"""
