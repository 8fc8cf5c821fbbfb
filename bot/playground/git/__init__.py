"""Real git behind the playground: bare repositories, and git over smart HTTP through `git http-backend`.

Everything runs in an environment made here: no hook, no user or system configuration, no protocol but local files.
"""
