"""A made-up library, `oldlib`, that becomes `newlib`: small enough that every expected row can be seen at a glance.

`Reader` and `Writer` stay, `LegacyReader` is gone; a reader's `pages` are `Page` objects, `page_count` and
`Page.get_text` are gone, `Writer(path)` means something else now.
"""

import re

from bot.packs.loader import load_pack
from bot.packs.schema import Pack
from bot.packs.surface import SurfaceIndex
from bot.rules.engine.kinds import parameter_models

TEXT = b"""\
schema: 1
id: demo/oldlib-to-newlib
version: 1.0.0
title: oldlib to newlib
old: {distribution: Old-Lib, modules: [oldlib], measured: 1.9}
new: {distribution: newlib, modules: [newlib], specifier: ">=2,<3", extras: {fast: quick}, python: 3.9, measured: [2.0, 2.4]}
tokens: [oldlib]
surface:
  modules:
    oldlib:
      same: [Reader, Writer, Page, open_reader, VERSION]
      gives: {open_reader: oldlib.Reader}
      gone: {LegacyReader: Use Reader., ancient: The module is gone.}
    oldlib.errors:
      same: [ReadError]
  objects:
    oldlib.Reader:
      same: [pages, title, close, Mode]
      gives: {pages: "[oldlib.Page]", page_at: oldlib.Page, Mode: oldlib.Reader.Mode}
      gone: {page_count: Use len(reader.pages)., page_at: "Use reader.pages[i]."}
      items: oldlib.Page
    oldlib.Reader.Mode:
      same: [FAST]
    oldlib.Page:
      same: [text, rotated]
      gives: {rotated: oldlib.Page}
      gone: {get_text: Use text().}
    oldlib.Writer:
      same: [add, write]
    oldlib.LegacyReader:
      same: [title]
      gone: {page_count: Use len(reader.pages).}
  calls:
    oldlib.Writer: {positional: 0, sentence: Writer(path) now copies the file., keywords: {mode: mode is gone.}}
  warnings:
    oldlib.Page.text: Blanks may differ.
changes:
  - {id: rename-import, kind: rename_import, sentence: oldlib is newlib now., source: "https://newlib.example/rename",
     parameters: {modules: {oldlib: newlib}}}
  - {id: dependency, kind: manifest_dependency, sentence: The distribution moved., source: "https://newlib.example/dist"}
  - {id: left-to-a-person, kind: flag_only, sentence: Gone or changed., source: "https://newlib.example/gone"}
limitations: [Subclasses are left to a person.]
citations: [{title: newlib's guide, url: "https://newlib.example/guide"}]
"""

PACK: Pack = load_pack(TEXT, parameter_models())
SURFACE = SurfaceIndex(PACK)

SHARED_TEXT = b"""\
schema: 1
id: demo/bothlib-1-to-2
version: 1.0.0
title: bothlib 1 to 2
old: {distribution: bothlib, modules: [bothlib], measured: 1.9}
new: {distribution: bothlib, modules: [bothlib], specifier: ">=2", extras: {}, python: 3.9, measured: [2.0]}
tokens: [bothlib]
surface:
  modules:
    bothlib:
      same: [api_key]
      gone: {Chat: Use Client().chat., base: Pass base_url to Client., errors: The classes are in bothlib itself.}
    bothlib.errors:
      gone: {Limit: Is called RateLimit.}
  objects:
    bothlib.Chat:
      gone: {create: Use client.chat.create.}
      gives: {create: bothlib.Answer}
    bothlib.Answer:
      same: [choices]
      gone: {to_dict: Use model_dump.}
changes:
  - {id: left-to-a-person, kind: flag_only, sentence: Gone or changed., source: "https://bothlib.example/2"}
citations: [{title: bothlib's guide, url: "https://bothlib.example/2"}]
"""
"""A library that keeps its module's name: only what is gone tells which release code was written for."""

SHARED = SurfaceIndex(load_pack(SHARED_TEXT, parameter_models()))

_NAMESPACED_TEXT = re.sub(
    rb"(?<![\w-])oldlib(?=[\].:])", b"corp.oldlib", TEXT.replace(b"{modules: {oldlib: newlib}}", b"{modules: {}}")
)

NAMESPACED = SurfaceIndex(load_pack(_NAMESPACED_TEXT, parameter_models()))
"""The same library below a namespace that others share."""
