"""What commands run that is more than one call: loads, evaluations, sets, banks."""
