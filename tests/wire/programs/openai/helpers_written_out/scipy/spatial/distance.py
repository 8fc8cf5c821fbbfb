"""Stands for SciPy, with one of its distances."""


def cityblock(one, other):
    return sum(abs(a - b) for a, b in zip(one, other))


cosine = euclidean = chebyshev = None
