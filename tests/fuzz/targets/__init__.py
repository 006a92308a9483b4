"""One module for each part of the project that reads what others wrote."""
