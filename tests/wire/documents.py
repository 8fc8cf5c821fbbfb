"""The documents that the wire cases are run on, each a function from nothing to bytes.

Between them: several pages of different size, crop boxes, rotation, inherited attributes, a nested outline, document
information, XMP, named destinations, page labels, annotations, an attached file, a form, images, kerned text.
"""

import zlib

from tests.wire.pdf_syntax import PdfFile, text_lines, utf16

HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
COURIER = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmp:CreatorTool="Field Press 4" xmp:CreateDate="2021-03-04T05:06:07Z" xmp:ModifyDate="2022-05-06T07:08:09Z"
 xmp:MetadataDate="2022-05-06T07:08:10Z"
 pdf:Producer="Field Engine" pdf:Keywords="rain, soil" pdf:PDFVersion="1.7"
 xmpMM:DocumentID="uuid:3f0c0f5e-0001-4a7e-9a51-000000000001"
 xmpMM:InstanceID="uuid:3f0c0f5e-0001-4a7e-9a51-000000000002">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Soil report</rdf:li>
<rdf:li xml:lang="de">Bodenbericht</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>A. Field</rdf:li><rdf:li>B. Meadow</rdf:li></rdf:Seq></dc:creator>
<dc:subject><rdf:Bag><rdf:li>rain</rdf:li><rdf:li>soil</rdf:li></rdf:Bag></dc:subject>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Four plots, one season</rdf:li></rdf:Alt></dc:description>
<dc:date><rdf:Seq><rdf:li>2021-03-04T05:06:07Z</rdf:li></rdf:Seq></dc:date>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def report() -> bytes:
    """Four pages: A4, Letter with a crop box, A4 landscape rotated by 90, and one that inherits its box and fonts."""
    pdf = PdfFile()
    catalog, tree, outline = pdf.reserve(), pdf.reserve(), pdf.reserve()
    fonts = pdf.add(f"<< /F1 {pdf.add(HELVETICA)} 0 R /F2 {pdf.add(COURIER)} 0 R >>")
    pages = [pdf.reserve() for _ in range(4)]
    texts = [
        pdf.stream(text_lines("Soil report", "Plot one: loam, 6.5 pH", "Caf\xe9 and na\xefve (brackets)")),
        pdf.stream(text_lines("Plot two", "Sand, 5.9 pH", "Rain: 12 mm"), deflate=True),
        pdf.stream(text_lines("Plot three", "Clay", left=100, top=400, size=14, leading=22), deflate=True),
        pdf.stream(_kerned(), deflate=True),
    ]
    boxes = [
        "/MediaBox [0 0 595 842] /TrimBox [10 10 585 832]",
        "/MediaBox [0 0 612 792] /CropBox [36 36 576 756]",
        "/MediaBox [0 0 842 595] /Rotate 90",
        "/UserUnit 2.0",
    ]
    notes = [
        pdf.add(
            "<< /Type /Annot /Subtype /Link /Rect [72 700 172 730] /Border [0 0 0]"
            f" /Dest [{pages[2]} 0 R /XYZ 0 400 null] >>"
        ),
        pdf.add(
            "<< /Type /Annot /Subtype /Link /Rect [72 600 172 630] /A << /S /URI /URI (https://example.org/soil) >> >>"
        ),
        pdf.add(f"<< /Type /Annot /Subtype /Text /Rect [300 700 320 720] /Contents {utf16('Prüfen')} /T (A. Field) >>"),
    ]
    annots = {0: f" /Annots [{' '.join(f'{n} 0 R' for n in notes)}]"}
    for index, (page, text, box) in enumerate(zip(pages, texts, boxes, strict=True)):
        pdf.put(page, f"<< /Type /Page /Parent {tree} 0 R {box} /Contents {text} 0 R{annots.get(index, '')} >>")
    pdf.put(
        tree,
        f"<< /Type /Pages /Count 4 /Kids [{' '.join(f'{p} 0 R' for p in pages)}] /MediaBox [0 0 420 595]"
        f" /Resources << /Font {fonts} 0 R >> >>",
    )
    _outline(pdf, outline, pages)
    names = pdf.add(
        f"<< /Dests << /Names [(chapter.1) [{pages[0]} 0 R /Fit]"
        f" (chapter.2) << /D [{pages[1]} 0 R /XYZ 36 700 1.5] >>] >> >>"
    )
    xmp = pdf.stream(XMP.encode(), "/Type /Metadata /Subtype /XML")
    pdf.put(
        catalog,
        f"<< /Type /Catalog /Pages {tree} 0 R /Outlines {outline} 0 R /Names {names} 0 R /Metadata {xmp} 0 R"
        " /PageMode /UseOutlines /PageLayout /TwoColumnLeft"
        " /PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (A-) /St 5 >>] >> >>",
    )
    info = pdf.add(
        f"<< /Title (Soil report) /Author {utf16('Å. Field')} /Subject (Plots) /Keywords (rain, soil)"
        " /Creator (Field Press) /Producer (Field Engine)"
        " /CreationDate (D:20210304050607+01'00') /ModDate (D:20220506070809Z) >>"
    )
    return pdf.finish(catalog, info, b"soil-report-0001")


def _kerned() -> bytes:
    return (
        b"BT /F2 11 Tf 50 500 Td [(Plot) -600 (four)] TJ 0 -20 Td [(W) 120 (A) 120 (T) 40 (E) (R)] TJ ET\n"
        b"BT /F1 9 Tf 1 0 0 1 50 440 Tm (left) Tj 1 0 0 1 200 440 Tm (right) Tj ET"
    )


def _outline(pdf: PdfFile, outline: int, pages: list[int]) -> None:
    first, child, last = pdf.reserve(), pdf.reserve(), pdf.reserve()
    pdf.put(outline, f"<< /Type /Outlines /First {first} 0 R /Last {last} 0 R /Count 3 >>")
    pdf.put(
        first,
        f"<< /Title (Plots) /Parent {outline} 0 R /Next {last} 0 R /First {child} 0 R /Last {child} 0 R /Count 1"
        f" /Dest [{pages[0]} 0 R /Fit] /C [1 0 0] /F 2 >>",
    )
    pdf.put(child, f"<< /Title {utf16('Größe')} /Parent {first} 0 R /Dest [{pages[1]} 0 R /FitH 700] >>")
    pdf.put(
        last,
        f"<< /Title (Rest) /Parent {outline} 0 R /Prev {first} 0 R"
        f" /A << /S /GoTo /D [{pages[3]} 0 R /XYZ 10 500 0] >> >>",
    )


def letter() -> bytes:
    """Two small pages without outline or document information, for merging and stamping."""
    pdf = PdfFile("1.4")
    catalog, tree = pdf.reserve(), pdf.reserve()
    font = pdf.add(HELVETICA)
    pages = []
    for words in ("Dear reader", "Yours truly"):
        text = pdf.stream(text_lines(words, left=20, top=150))
        pages.append(
            pdf.add(
                f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 200 200] /Contents {text} 0 R"
                f" /Resources << /Font << /F1 {font} 0 R >> >> >>"
            )
        )
    pdf.put(tree, f"<< /Type /Pages /Count 2 /Kids [{' '.join(f'{p} 0 R' for p in pages)}] >>")
    pdf.put(catalog, f"<< /Type /Catalog /Pages {tree} 0 R >>")
    return pdf.finish(catalog)


def form() -> bytes:
    """One page with two text fields (one of them a child of a group), a check box and a choice."""
    pdf = PdfFile()
    catalog, tree, page, group = (pdf.reserve() for _ in range(4))
    font = pdf.add(HELVETICA)
    on = pdf.stream(b"0 0 10 10 re f", "/Type /XObject /Subtype /Form /BBox [0 0 10 10]")
    widget = f"/Type /Annot /Subtype /Widget /P {page} 0 R /F 4"
    name = pdf.add(
        f"<< {widget} /FT /Tx /T (name) /TU (Your name) /V (Ada) /DV (Nobody)"
        " /DA (/Helv 10 Tf) /Rect [50 700 250 720] >>"
    )
    town = pdf.add(
        f"<< {widget} /Parent {group} 0 R /FT /Tx /T (town) /V () /DA (/Helv 10 Tf) /Rect [50 660 250 680] >>"
    )
    agree = pdf.add(
        f"<< {widget} /FT /Btn /T (agree) /V /Off /AS /Off /Rect [50 620 60 630]"
        f" /AP << /N << /Yes {on} 0 R /Off {on} 0 R >> >> >>"
    )
    colour = pdf.add(
        f"<< {widget} /FT /Ch /Ff 131072 /T (colour) /Opt [(red) (blue)] /V (blue)"
        " /DA (/Helv 10 Tf) /Rect [50 580 250 600] >>"
    )
    pdf.put(group, f"<< /T (address) /Kids [{town} 0 R] >>")
    fields = f"{name} 0 R {group} 0 R {agree} 0 R {colour} 0 R"
    form_dict = pdf.add(f"<< /Fields [{fields}] /DA (/Helv 10 Tf) /DR << /Font << /Helv {font} 0 R >> >> >>")
    text = pdf.stream(text_lines("Order form"))
    pdf.put(
        page,
        f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 595 842] /Contents {text} 0 R"
        f" /Resources << /Font << /F1 {font} 0 R >> >> /Annots [{name} 0 R {town} 0 R {agree} 0 R {colour} 0 R] >>",
    )
    pdf.put(tree, f"<< /Type /Pages /Count 1 /Kids [{page} 0 R] >>")
    pdf.put(catalog, f"<< /Type /Catalog /Pages {tree} 0 R /AcroForm {form_dict} 0 R >>")
    return pdf.finish(catalog)


def form_twice() -> bytes:
    """One page with two text fields of the same partial name, below two different groups."""
    pdf = PdfFile()
    catalog, tree, page = (pdf.reserve() for _ in range(3))
    groups, fields = [], []
    for group, value, bottom in (("sender", "Ada", 700), ("receiver", "Bob", 660)):
        parent = pdf.reserve()
        widget = f"/Type /Annot /Subtype /Widget /P {page} 0 R /F 4 /Rect [50 {bottom} 250 {bottom + 20}]"
        fields.append(pdf.add(f"<< {widget} /Parent {parent} 0 R /FT /Tx /T (name) /V ({value}) /DA (/Helv 10 Tf) >>"))
        groups.append(pdf.put(parent, f"<< /T ({group}) /Kids [{fields[-1]} 0 R] >>"))
    form_dict = pdf.add(f"<< /Fields [{groups[0]} 0 R {groups[1]} 0 R] /DA (/Helv 10 Tf) >>")
    pdf.put(
        page,
        f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 595 842] /Resources << >>"
        f" /Annots [{fields[0]} 0 R {fields[1]} 0 R] >>",
    )
    pdf.put(tree, f"<< /Type /Pages /Count 1 /Kids [{page} 0 R] >>")
    pdf.put(catalog, f"<< /Type /Catalog /Pages {tree} 0 R /AcroForm {form_dict} 0 R >>")
    return pdf.finish(catalog)


def pictures() -> bytes:
    """Two pages: the first shows two images (RGB and grey, deflated), the second none."""
    pdf = PdfFile()
    catalog, tree = pdf.reserve(), pdf.reserve()
    rgb = pdf.stream(
        bytes([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]),
        "/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8",
        deflate=True,
    )
    grey = pdf.stream(
        bytes(range(0, 256, 16)),
        "/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8",
        deflate=True,
    )
    shown = pdf.stream(b"q 100 0 0 100 50 50 cm /Im0 Do Q q 50 0 0 50 200 50 cm /Im1 Do Q")
    empty = pdf.stream(b"")
    one = pdf.add(
        f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 300 300] /Contents {shown} 0 R"
        f" /Resources << /XObject << /Im0 {rgb} 0 R /Im1 {grey} 0 R >> >> >>"
    )
    two = pdf.add(
        f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 300 300] /Contents {empty} 0 R /Resources << >> >>"
    )
    pdf.put(tree, f"<< /Type /Pages /Count 2 /Kids [{one} 0 R {two} 0 R] >>")
    pdf.put(catalog, f"<< /Type /Catalog /Pages {tree} 0 R >>")
    return pdf.finish(catalog)


def attachment() -> bytes:
    """One page and an attached text file in the catalogue's name tree."""
    pdf = PdfFile()
    catalog, tree = pdf.reserve(), pdf.reserve()
    data = pdf.stream(b"ph;6.5\nph;5.9\n", "/Type /EmbeddedFile /Subtype /text#2Fcsv")
    spec = pdf.add(f"<< /Type /Filespec /F (values.csv) /UF (values.csv) /EF << /F {data} 0 R >> >>")
    text = pdf.stream(text_lines("See the attached values"))
    font = pdf.add(HELVETICA)
    page = pdf.add(
        f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 300 300] /Contents {text} 0 R"
        f" /Resources << /Font << /F1 {font} 0 R >> >> >>"
    )
    pdf.put(tree, f"<< /Type /Pages /Count 1 /Kids [{page} 0 R] >>")
    pdf.put(
        catalog,
        f"<< /Type /Catalog /Pages {tree} 0 R /Names << /EmbeddedFiles << /Names [(values.csv) {spec} 0 R] >> >> >>",
    )
    return pdf.finish(catalog)


def wrong_offset() -> bytes:
    """The letter with a startxref that points nowhere: a reader has to search for the objects."""
    whole = letter()
    cut = whole.index(b"startxref")
    return whole[:cut] + b"startxref\n7\n%%EOF\n"


def truncated() -> bytes:
    """The first half of the letter."""
    whole = letter()
    return whole[: len(whole) // 2]


def damaged_stream() -> bytes:
    """A page whose compressed content breaks off."""
    pdf = PdfFile()
    catalog, tree = pdf.reserve(), pdf.reserve()
    packed = zlib.compress(text_lines("never seen"))[:12]
    text = pdf.stream(packed, "/Filter /FlateDecode")
    page = pdf.add(
        f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 300 300] /Contents {text} 0 R /Resources << >> >>"
    )
    pdf.put(tree, f"<< /Type /Pages /Count 1 /Kids [{page} 0 R] >>")
    pdf.put(catalog, f"<< /Type /Catalog /Pages {tree} 0 R >>")
    return pdf.finish(catalog)


DOCUMENTS = {
    "report.pdf": report,
    "letter.pdf": letter,
    "form.pdf": form,
    "form_twice.pdf": form_twice,
    "pictures.pdf": pictures,
    "attachment.pdf": attachment,
    "wrong_offset.pdf": wrong_offset,
    "truncated.pdf": truncated,
    "damaged_stream.pdf": damaged_stream,
}
