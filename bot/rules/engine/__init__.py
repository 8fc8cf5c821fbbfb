"""What all rule kinds share: verdicts, the registry, the driver that asks the rules, and the one place that edits."""
