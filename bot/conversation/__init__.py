"""What people say to Obelize in comments: found, parsed, and decided upon. Pure; `bot/workflows` asks and acts."""
