"""Controls: pairs without any conflict, in the shape and the words of those that have one."""
