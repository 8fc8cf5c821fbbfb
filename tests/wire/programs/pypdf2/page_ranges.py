"""Page ranges parse, print, compare, add and select the same, and wrong ones are refused by the same class."""
from PyPDF2 import PageRange, parse_filename_page_ranges
from PyPDF2.errors import ParseError
from PyPDF2.pagerange import PAGE_RANGE_ALL

for text in [":", "0", "1:3", "-1", "::2", "::-1", "5:1:-2", "-3:"]:
    chosen = PageRange(text)
    print(text, str(chosen), repr(chosen), chosen.to_slice(), chosen.indices(5), list(range(*chosen.indices(5))))
print(PageRange(slice(1, 2)), PageRange(PageRange("2")), PageRange("1:3") == PageRange("1:3"), PageRange.valid("x"))
print(PageRange("1:3") + PageRange("2:5"), PAGE_RANGE_ALL)
print(parse_filename_page_ranges(["a.pdf", "1:2", "b.pdf"]))
for wrong in ["x", "1-3", ""]:
    try:
        PageRange(wrong)
    except ParseError as error:
        print("refused", wrong, error)
