"""What a migration is, as data. A pack is untrusted: it can carry no code, and every field is checked."""
