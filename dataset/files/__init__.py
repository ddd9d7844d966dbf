"""Files of datasets: their names, writing them whole or not at all, reading them line by line."""
