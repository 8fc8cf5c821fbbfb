"""`make soak`: whole conversations with real processes of the bot, which die while GitHub misbehaves."""
