"""Whether everything that the App needs is in order, and how to mend what is not."""
