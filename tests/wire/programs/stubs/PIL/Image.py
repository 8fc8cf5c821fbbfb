import pathlib


class Image:
    format = "PNG"
    mode = "RGB"
    size = (1, 1)

    def __init__(self, filename):
        self.filename = str(filename)
        self.data = pathlib.Path(filename).read_bytes()

    def save(self, file, format=None, **_):
        file.write(self.data)

    def get_format_mimetype(self):
        return "image/png"


def open(filename):
    from PIL.ImageFile import ImageFile

    return ImageFile(filename)
