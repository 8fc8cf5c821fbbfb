"""GitHub's REST API on loopback: one dispatcher, one module a resource in `routes/`.

To add a resource, add a module there with its `Routes`; it is found by walking the folder.
"""
