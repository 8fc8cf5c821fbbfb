"""Models that can be asked: one module a `ProviderName`."""
