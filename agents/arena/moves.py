"""The actions of games that are played side by side, written down and packed into text."""

from __future__ import annotations

import base64
import binascii
import zlib

import numpy as np

from exozoo.envs.core.batch import Batch

MOST = 100_000  # decisions of one game that are unpacked
KIND = np.dtype("<u4")


class Moves:
    """`note` is what `play_games` calls: the n-th step is every running game's n-th decision."""

    def __init__(self, games: int):
        self._lengths = np.zeros(games, np.int64)
        self._steps: list[np.ndarray] = []

    def note(self, batch: Batch, actions: np.ndarray, where: np.ndarray) -> None:
        self._lengths += where
        self._steps.append(actions.astype(KIND))

    def games(self) -> list[np.ndarray]:
        rows = np.stack(self._steps, axis=1)
        return [row[:length] for row, length in zip(rows, self._lengths.tolist(), strict=True)]


def pack(actions: np.ndarray) -> str:
    """Action ids as text: little-endian 32-bit numbers, zlib, base64."""
    return base64.b64encode(zlib.compress(actions.astype(KIND).tobytes(), 9)).decode()


def unpack(text: str) -> np.ndarray:
    """int64[n]; ValueError if the text was not packed by `pack`, and no more memory than MOST take."""
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(base64.b64decode(text, validate=True), MOST * KIND.itemsize)
    except (binascii.Error, zlib.error, TypeError, ValueError) as error:
        raise ValueError(f"its actions cannot be unpacked: {error}") from None
    if not unpacker.eof or len(data) % KIND.itemsize:
        raise ValueError(f"its actions cannot be unpacked: cut short, or more than {MOST}")
    return np.frombuffer(data, KIND).astype(np.int64)
