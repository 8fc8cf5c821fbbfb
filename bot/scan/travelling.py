"""Values of the library as they go from one file to another, and as they are in the file that gets them."""

from collections.abc import Iterator

from bot.scan.facts import LONGEST_SYMBOL, Travelling
from bot.scan.rows import FileView
from bot.scan.values import Container, LibraryModule, LibraryName, LibraryObject, Value, in_order


def travelling(view: FileView, value: Value) -> Iterator[Travelling]:
    """What goes along with a value: nothing of what is no library's, of a container the kinds of objects in it."""
    match value:
        case LibraryModule(name):
            yield Travelling(form="module", target=name[:LONGEST_SYMBOL])
        case LibraryName(symbol) if view.surface.leads_on(symbol):
            yield Travelling(form="name", target=symbol[:LONGEST_SYMBOL])
        case LibraryObject(cls, assumed=False):
            yield Travelling(form="object", target=cls)
        case Container(site):
            for held in in_order(view.resolver.contents(site)):
                if isinstance(held, LibraryObject) and not held.assumed:
                    yield Travelling(form="listed", target=held.cls)
