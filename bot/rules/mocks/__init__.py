"""How a test replaces something of the library, and what the replacement gives: read off the text, never run."""
