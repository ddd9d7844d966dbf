"""ConflictScore (arXiv 2606.26437): does an answer admit that its sources disagree?"""
