"""The run folder: everything a run knew and decided, as files that anybody can audit. Pure: values in, bytes out."""
