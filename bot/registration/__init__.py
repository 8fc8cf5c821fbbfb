"""Registering the App by GitHub's manifest flow: what is asked for and why, and what comes back."""
