"""Durable work, on DBOS: deliveries are kept and carried out, runs are enqueued, and a killed process resumes both.

Workflows take ids, never bodies; their results are plain JSON values of ids, counts and hashes.
"""
