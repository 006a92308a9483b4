"""Other libraries: installed into a venv of their own, measured in a process of their own."""
