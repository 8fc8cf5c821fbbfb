"""Which handler catches what, before and after: a new tree of error classes may send an error to another handler."""
