"""What the analyser answered before, so that a push costs what it changed. A shell: `engine`, `cache`, `key`."""
