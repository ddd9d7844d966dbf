"""Assembly: from a pool of proven conflicts to pairs within quotas, filled, proven as a whole, told and recorded."""
