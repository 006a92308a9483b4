"""`python -m tests.fuzz --inputs N`."""

import sys

from tests.fuzz.run import main

if __name__ == "__main__":
    sys.exit(main())
