"""A model may amend the plan, never a file: each amendment lands or is refused with a reason, and none fails a run."""
