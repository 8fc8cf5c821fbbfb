"""One module a resource, each with its `routes`; `all_routes` walks the folder."""

import importlib
import pkgutil

from bot.playground.rest.route import Route, Routes


def all_routes() -> list[Route]:
    """Every route of every module here, longest template first so that the more exact one is met before."""
    found: list[Route] = []
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        routes: Routes = importlib.import_module(module.name).routes
        found += routes
    return sorted(found, key=lambda route: len(route.template), reverse=True)
