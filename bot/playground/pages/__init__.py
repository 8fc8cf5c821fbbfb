"""What a person sees of the playground: an index, and the page of a pull request. Server-rendered, without script."""
