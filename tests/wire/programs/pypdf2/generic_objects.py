"""The objects of the file format are built, compared, printed and reached alike."""
from io import BytesIO

from PyPDF2 import PdfReader
from PyPDF2 import generic as g

print(repr(g.NameObject("/A")), g.NumberObject("5") + 1, float(g.FloatObject("1.50")), g.BooleanObject(True).value)
print(g.TextStringObject("x") + "y", bytes(g.ByteStringObject(b"ab")), g.ArrayObject([g.NumberObject(1)]), g.NullObject())
print(g.DictionaryObject({g.NameObject("/A"): g.NumberObject(1)}), g.create_string_object("ü"), g.PAGE_FIT.fit_type)
print(str(g.Fit.xyz(1, 2, 3)), str(g.Fit.fit_horizontally(top=4)), g.Fit.fit_rectangle(1, 2, 3, 4).fit_type)
print(g.hex_to_rgb("ff0000"), g.encode_pdfdocencoding("ä"), g.decode_pdfdocencoding(b"a"))
print(g.read_object(BytesIO(b"[1 (x) /N <</A true>>] "), None))
print(g.read_string_from_stream(BytesIO(b"(a\\(b)")), g.read_hex_string_from_stream(BytesIO(b"<6162>")))
print(g.RectangleObject((1, 2, 3, 4)), g.RectangleObject((1, 2, 3, 4)).scale(2, 3), float(g.RectangleObject([1, 2, 3, 4]).height))
try:
    g.DictionaryObject()["/A"] = 1
except ValueError:
    print("keys and values have to be objects of the format")

reader = PdfReader("report.pdf")
root = reader.trailer["/Root"]
print(root["/Type"], root.raw_get("/Pages").idnum, sorted(root), reader.get_object(1) == root)
page = reader.pages[0]
print(page.indirect_reference.idnum, page["/Parent"]["/Count"], page["/Contents"].get_data()[:30])
print(page.get_contents().get_data()[:30], sorted(page["/Resources"]["/Font"]), page.get_object() is page)

stream = g.DecodedStreamObject()
stream.set_data(b"abc" * 9)
packed = stream.flate_encode()
print(packed["/Filter"], packed.get_data())
