"""A module that pypdf 7 does not load by itself, reached through the package."""
import zlib

import PyPDF2

print(PyPDF2.filters.FlateDecode.decode(zlib.compress(b"abc")))
