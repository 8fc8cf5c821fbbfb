"""A module configures the library before another one is imported, which asks and knows nothing of it."""

import settings
from answers import Talk, ask

print(ask("Hello"))
talk = Talk()
print(talk.say("One"), talk.say("Two"))
