"""The only place that writes. One function per change: lock, check, write, record one event, return.

A refusal is a `Refused` with codes and data; `views/messages.py` chooses the words.
"""
