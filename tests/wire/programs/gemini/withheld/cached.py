"""A model reads a cached content."""

import datetime

import google.generativeai as genai
from google.generativeai import caching

genai.configure(api_key="AIza-own")
cache = caching.CachedContent.create(
    model="models/gemini-1.5-flash-001", contents=["long"], ttl=datetime.timedelta(minutes=5)
)
model = genai.GenerativeModel.from_cached_content(cached_content=cache)
print(model.generate_content("What is it?").text)
