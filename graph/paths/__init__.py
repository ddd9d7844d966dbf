"""The best paths between two entities, or from one."""
