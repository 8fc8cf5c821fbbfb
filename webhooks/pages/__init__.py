"""Pages for people: one module and one template each. No script runs on them."""
