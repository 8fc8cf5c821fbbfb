"""Signing in with GitHub: who is at a browser, and which repositories GitHub says they may read."""
