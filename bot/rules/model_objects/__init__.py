"""Objects of a class that the new library does not have: what was asked of them becomes calls of a client.

The variable that held the object holds the name that the object was made with, so that whatever chose, passed or kept
the one goes on choosing, passing and keeping the other.
"""
