"""Values of a program, such as a configuration or the contents of a request, as the new library takes them."""
