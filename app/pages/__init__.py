"""A dataset as pages that a browser shows, from a folder on disk or from a server on this machine.

No page has a script, and none loads anything but the one style sheet and the icon beside it.
"""
