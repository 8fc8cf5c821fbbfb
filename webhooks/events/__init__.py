"""What GitHub's events mean here: pure functions from a payload to a decision, one an event and action.

They are named for the fact (`pull_request_opened`). The one list of them is `handlers.py`; nothing here reads a clock,
a database or the network.
"""
