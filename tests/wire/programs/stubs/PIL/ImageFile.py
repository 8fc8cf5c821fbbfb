from PIL.Image import Image


class ImageFile(Image):
    pass
