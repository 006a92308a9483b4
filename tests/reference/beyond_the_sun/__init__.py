"""A second, slow engine of Beyond the Sun, written from the rules page and the card data alone."""
