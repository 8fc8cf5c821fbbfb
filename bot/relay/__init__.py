"""A model out of band: a turn is emitted as a document, somebody has it answered elsewhere, and brings the reply."""
