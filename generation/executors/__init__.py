"""What runs the shards of a run: processes of this machine."""
