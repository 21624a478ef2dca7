"""Pages. A view fetches what this user may touch, calls one domain function, answers."""
