import os

SAFETY = [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}]
SAFETY.append({"category": "hate", "threshold": "BLOCK_NONE"})

SHORT = [{"category": "harassment", "threshold": "BLOCK_NONE"}]

GENERATION = {"temperature": float(os.environ.get("TEMPERATURE", "0.5"))}

UNKNOWN = {"temperature": 0.5, "seed": 7}
