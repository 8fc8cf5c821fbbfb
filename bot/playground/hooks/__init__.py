"""Webhooks as GitHub sends them: payloads, signatures, the log of attempts, redelivery."""
