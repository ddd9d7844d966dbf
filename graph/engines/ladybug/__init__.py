"""The embedded engine: LadybugDB."""
