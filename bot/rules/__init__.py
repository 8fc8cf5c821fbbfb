"""One module a rule kind: its name is the kind that a pack's change states, found by walking this folder.

A rule decides; it never edits. For each sighting it may speak for, it yields a verdict: `Migrate` with the
replacements that migrate the place, or `Withhold` with the word why not. `bot/rules/engine/` holds what all share.
"""
