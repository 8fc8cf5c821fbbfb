"""One more dependency in a file that does not declare it: one module a form, each with its place and its proof."""
