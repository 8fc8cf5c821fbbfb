"""What the processes of the server count and measure, and how it is told to Prometheus.

The only door to prometheus_client. Shells count here; the pure core and the terminal's commands know nothing of it.
Labels are bounded: words of closed sets, kinds of work and of calls, the operator's own settings, and never a name, a
number or an address of somebody's.
"""
