"""Stands for SciPy, with one of its distances."""

from scipy.spatial import distance
