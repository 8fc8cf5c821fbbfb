"""What people do on GitHub, one module a subject. Each act changes the world and sends the events it causes.

A method returns when its deliveries were answered or given up, so that a story reads in order.
"""
