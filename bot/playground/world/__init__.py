"""What GitHub would hold, in memory: accounts, Apps, repositories, pull requests, checks, comments, deliveries.

One file a resource. Nothing here answers HTTP, runs git or sends a webhook; those rooms read and change this one.
"""
