"""Objects of the format and the metadata stream, read by the names of 1.x, hold the same."""
from PyPDF2 import PdfFileReader
from PyPDF2.generic import DecodedStreamObject, NameObject, createStringObject

reader = PdfFileReader("report.pdf")
root = reader.trailer["/Root"].getObject()
print(sorted(root), root["/Pages"].getObject()["/Count"], reader.trailer.raw_get("/Info").getObject()["/Title"])
contents = reader.getPage(0).getContents()
print(contents.getData()[:2])
stream = DecodedStreamObject()
stream.setData(b"q Q")
print(stream.getData(), createStringObject("plain"), NameObject("/Name").getObject())
xmp = reader.getXmpMetadata()
print(xmp.xmp_creatorTool, xmp.xmp_createDate, xmp.xmp_modifyDate, xmp.xmp_metadataDate, reader.xmpMetadata is not None)
print(xmp.xmpmm_documentId, xmp.xmpmm_instanceId, xmp.rdfRoot.nodeName)
fields = PdfFileReader("form.pdf").getFormTextFields()
print(sorted(fields.items()))
print([item.getDestArray()[1] for item in reader.getOutlines() if not isinstance(item, list)])
