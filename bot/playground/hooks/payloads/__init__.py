"""Payloads, one module an event, named for the fact they tell."""
