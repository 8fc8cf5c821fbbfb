from llm.gemini import Gemini

__all__ = ["Gemini"]
