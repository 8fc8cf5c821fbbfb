"""What outlives the process: the tables of the one database, and the artifacts by URL.

Functions are small, typed and synchronous; asynchronous callers put them in a thread. They take a connection where
several things must be kept together, and speak in records and numbers: no row grows with a repository.
"""
