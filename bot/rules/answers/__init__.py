"""Where the answer of a call goes: every read of it, down to plain values, or the word for what could not be seen.

For libraries that gave dicts whose keys are attributes too, where the new one gives objects with attributes alone.
"""
