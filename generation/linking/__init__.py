"""What two linked graphs say of the same things: how far they agree, and pairs of what they say differently."""
