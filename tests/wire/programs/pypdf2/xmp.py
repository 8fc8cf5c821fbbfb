"""XMP metadata reads the same: languages, lists, dates, identifiers."""
from PyPDF2 import PdfReader

xmp = PdfReader("report.pdf").xmp_metadata
print(xmp.dc_title, xmp.dc_creator, xmp.dc_subject, xmp.dc_description, xmp.dc_format)
print(xmp.dc_date, xmp.dc_language, xmp.dc_rights, xmp.custom_properties)
print(xmp.pdf_producer, xmp.pdf_keywords, xmp.pdf_pdfversion, xmp.xmp_creator_tool)
print(xmp.xmp_create_date, xmp.xmp_modify_date, xmp.xmp_metadata_date)
print(xmp.xmpmm_document_id, xmp.xmpmm_instance_id)
print(PdfReader("letter.pdf").xmp_metadata)
