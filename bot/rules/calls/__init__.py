"""How a call of the old library is written for the new one: the path, the arguments, and on which client."""
