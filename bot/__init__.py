"""Obelize: a GitHub App that migrates code off a library being retired, and audits itself doing so."""

__version__ = "0.1.0"
