"""Stands for Pillow: a picture is its file, and saved anew it is the same picture."""
