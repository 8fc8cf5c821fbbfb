"""The terminal shell: reads arguments and the working tree, drives the pipeline, prints and writes run folders."""
