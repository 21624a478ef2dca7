"""Who meets whom: pure rules on plain ids and whole numbers, without Django, clock, file or database.

A format takes a `Field` (who plays, what happened before) and a seed, and answers a `Draw` with its
reasons and its certificate. Chance comes from the seed alone: the same field and seed give the same draw
on every machine. Aims are strict: a softer one never outweighs a harder one, all in whole numbers.
"""
