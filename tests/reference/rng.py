"""SplitMix64 and bounded draws with Python's big integers."""

from __future__ import annotations

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


class Generator:
    def __init__(self, seed: int):
        self.key = mix((seed + GOLDEN) & MASK)
        self.count = 0

    def next_word(self) -> int:
        self.count += 1
        return mix((self.key + self.count * GOLDEN) & MASK)

    def draw_below(self, count: int) -> int:
        while True:
            product = (self.next_word() >> 32) * count
            if product % 2**32 >= (2**32 - count) % count:
                return product >> 32

    def shuffle(self, items: list[int]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.draw_below(last + 1)
            items[last], items[other] = items[other], items[last]
