"""What a run says on a pull request, as values: relevance, conclusion, annotations, summary. Pure.

`bot/forge/` posts it. Nothing here knows how GitHub spells a word.
"""
