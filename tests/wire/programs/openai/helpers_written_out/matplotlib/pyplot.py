"""Stands for a library that the old one imported beside its helpers."""
