"""How a text ends its lines."""


def line_end_of(text: str) -> str:
    """CR LF where the text's first line ends so, else LF."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"
