"""The web application: it receives GitHub's deliveries, says how it is, and shows runs to those who may see them.

It decides nothing about code and talks to no forge; what a delivery asks for is carried out by a durable workflow.
"""
