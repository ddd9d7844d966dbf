"""Does a passage support a claim, contradict it, both, or neither? One question, asked of judges of growing reach."""
