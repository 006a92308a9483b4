"""What a seat sees, actions in English, the picture."""
