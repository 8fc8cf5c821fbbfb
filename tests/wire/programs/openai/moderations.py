"""Texts are judged, and the categories are read by names that no attribute can have."""

import openai

result = openai.Moderation.create(input="something")["results"][0]
if result["flagged"]:
    print(result["categories"]["violence"], result["categories"]["self-harm"], result.categories["hate/threatening"])
    print(result["category_scores"]["sexual/minors"], result.category_scores.violence)
print(openai.Moderation.create("positional", model="text-moderation-stable").results[0].flagged)
