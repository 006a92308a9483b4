"""One network for every game: it reads the layouts of a game and builds itself from them.

Boards (observation blocks that cover the rows and columns named by the actions, or that have three
axes) go through a small CNN, every seat's vector through one shared encoder, and actions that name
a square get their logits from the board itself. Other seats are pooled, so that a network trained
for one number of players runs with another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import prod

import numpy as np
import torch
from torch import Tensor, nn

from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import ActionLayout, ObservationBlock

MAX_ONE_HOT = 16  # values of a block up to which each gets an input of its own
MAX_BIT_ENTRIES = (
    64  # entries of a block with more values up to which they are also given in binary
)
ILLEGAL = -1e9  # logit


@dataclass(frozen=True)
class NetworkSize:
    """Widths of the network."""

    channels: int = 32  # of the board
    width: int = 256  # of the trunk
    seat_width: int = 96
    shared_width: int = 128


def board_shape(actions: ActionLayout) -> tuple[int, int] | None:
    """(rows, columns) of the board on which actions name squares, or None."""
    for block in actions.blocks:
        if block.parameters[-2:] == ("row", "col"):
            return block.shape[-2], block.shape[-1]
    return None


class Encoder(nn.Module):
    """Entries of some blocks as inputs: scaled, each small value by itself, larger ones in binary."""

    entries: Tensor  # scaled by lows and spans
    lows: Tensor
    spans: Tensor
    equal: Tensor  # compared with codes
    codes: Tensor
    bit_entries: Tensor  # less bit_lows, their `bits`
    bit_lows: Tensor
    bits: Tensor

    def __init__(self, blocks: Sequence[tuple[int, ObservationBlock]]):
        super().__init__()
        entries: list[int] = []
        lows: list[int] = []
        spans: list[int] = []
        equal: list[int] = []
        codes: list[int] = []
        bit_entries: list[int] = []
        bit_lows: list[int] = []
        bits: list[int] = []
        for offset, block in blocks:
            span = block.high - block.low
            for entry in range(offset, offset + block.size):
                entries.append(entry)
                lows.append(block.low)
                spans.append(max(span, 1))
                if 1 < span < MAX_ONE_HOT:
                    equal += [entry] * (span + 1)
                    codes += range(block.low, block.high + 1)
                elif span >= MAX_ONE_HOT and block.size <= MAX_BIT_ENTRIES:
                    count = span.bit_length()
                    bit_entries += [entry] * count
                    bit_lows += [block.low] * count
                    bits += range(count)
        self._keep("entries", entries, torch.long)
        self._keep("lows", lows, torch.float32)
        self._keep("spans", spans, torch.float32)
        self._keep("equal", equal, torch.long)
        self._keep("codes", codes, torch.float32)
        self._keep("bit_entries", bit_entries, torch.long)
        self._keep("bit_lows", bit_lows, torch.float32)
        self._keep("bits", bits, torch.int32)
        self.size = len(entries) + len(equal) + len(bit_entries)

    def forward(self, x: Tensor) -> Tensor:
        scaled = (x[..., self.entries] - self.lows) / self.spans
        chosen = (x[..., self.equal] == self.codes).float()
        numbers = (x[..., self.bit_entries] - self.bit_lows).to(torch.int32)
        return torch.cat([scaled, chosen, ((numbers >> self.bits) & 1).float()], dim=-1)

    def _keep(self, name: str, values: list, dtype: torch.dtype) -> None:
        self.register_buffer(name, torch.tensor(values, dtype=dtype), persistent=False)


class Planes(nn.Module):
    """Board blocks of one part of the observation as planes, small codes in one plane each."""

    index: Tensor  # entries of all planes, square by square
    codes: Tensor  # the code that a plane shows, or nan: the value itself, by lows and spans
    lows: Tensor
    spans: Tensor
    coded: Tensor

    def __init__(self, blocks: Sequence[tuple[int, ObservationBlock]], shape: tuple[int, int]):
        super().__init__()
        self.shape = shape
        squares = prod(shape)
        firsts: list[int] = []
        codes: list[float] = []
        lows: list[float] = []
        spans: list[float] = []
        for offset, block in blocks:
            span = block.high - block.low
            for first in range(offset, offset + block.size, squares):
                single = span <= 1 or span >= MAX_ONE_HOT
                values = [np.nan] if single else [*range(block.low, block.high + 1)]
                for value in values:
                    firsts.append(first)
                    codes.append(value)
                    lows.append(block.low)
                    spans.append(max(span, 1))
        self.count = len(firsts)
        index = np.array(firsts, np.int64)[:, None] + np.arange(squares)
        self.register_buffer("index", torch.tensor(index.ravel()), persistent=False)
        for name, values in (("codes", codes), ("lows", lows), ("spans", spans)):
            column = torch.tensor(values, dtype=torch.float32)[:, None]
            self.register_buffer(name, column, persistent=False)
        self.register_buffer("coded", ~self.codes.isnan(), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        """[..., planes, rows * columns]"""
        raw = x[..., self.index].unflatten(-1, (self.count, prod(self.shape)))
        return torch.where(self.coded, (raw == self.codes).float(), (raw - self.lows) / self.spans)


class GameNetwork(nn.Module):
    """Logits of all actions and the value of the seat to move, from its observation."""

    square_ids: Tensor  # actions whose logits come from the board
    order: Tensor  # places of all actions in (flat, squares)

    def __init__(self, game: Game, size: NetworkSize | None = None):
        super().__init__()
        size = size or NetworkSize()
        self.sizes = asdict(size)
        layout = game.observation
        self.shared_size, self.player_size = int(layout.shared_size), int(layout.player_size)
        self.board = board_shape(game.actions)
        shared_boards, shared = self._split(list(layout.rows(0)))
        rows = [(o - self.shared_size, b, s) for o, b, s in layout.rows(1) if s == 0]
        seat_boards, seat = self._split(rows)
        self.shared_encoder, self.seat_encoder = Encoder(shared), Encoder(seat)
        shape = self.board or (1, 1)
        self.shared_planes, self.seat_planes = (
            Planes(shared_boards, shape),
            Planes(seat_boards, shape),
        )
        planes = self.shared_planes.count + self.seat_planes.count
        self.has_board = planes > 0
        self.shared_layer = nn.Linear(self.shared_encoder.size, size.shared_width)
        self.seat_layer = nn.Linear(
            self.seat_encoder.size + self.seat_planes.count, size.seat_width
        )
        pooled = 2 * size.channels if self.has_board else 0
        inputs = size.shared_width + 4 * size.seat_width + pooled
        self.trunk = nn.Sequential(
            nn.Linear(inputs, size.width), nn.ReLU(), nn.Linear(size.width, size.width), nn.ReLU()
        )
        self.value_head = nn.Linear(size.width, 1)
        self._build_heads(game.actions, size, planes)
        self._initialise()

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """(logits[n, actions], value[n])"""
        x = observation.float()
        count = (x.shape[1] - self.shared_size) // self.player_size  # solo blocks are left out
        seats = x[:, self.shared_size : self.shared_size + count * self.player_size]
        seats = seats.unflatten(1, (count, self.player_size))
        seat_planes = self.seat_planes(seats)
        seat_inputs = torch.cat([self.seat_encoder(seats), seat_planes.mean(dim=-1)], dim=-1)
        encoded = self.seat_layer(seat_inputs).relu()
        others = encoded[:, 1:] if encoded.shape[1] > 1 else torch.zeros_like(encoded)
        parts = [
            self.shared_layer(self.shared_encoder(x)).relu(),
            encoded[:, 0],
            others[:, 0],
            others.mean(dim=1),
            others.amax(dim=1),
        ]
        board = None
        if self.has_board:
            planes = torch.cat([self.shared_planes(x), seat_planes[:, 0]], dim=1)
            board = self.board_layers(planes.unflatten(-1, self.board or (1, 1)))
            parts += [board.mean(dim=(2, 3)), board.amax(dim=(2, 3))]
        trunk = self.trunk(torch.cat(parts, dim=1))
        return self._logits(trunk, board), self.value_head(trunk).squeeze(1)

    def _logits(self, trunk: Tensor, board: Tensor | None) -> Tensor:
        flat = self.flat_head(trunk)
        if board is None or not self.square_ids.numel():
            return flat
        mixed = (board + self.trunk_to_board(trunk)[:, :, None, None]).relu()
        squares = self.square_head(mixed).flatten(1)
        return torch.cat([flat, squares], dim=1)[:, self.order]

    def _split(
        self, rows: Sequence[tuple[int, ObservationBlock, int | None]]
    ) -> tuple[list[tuple[int, ObservationBlock]], list[tuple[int, ObservationBlock]]]:
        """(boards, vectors)"""
        boards: list[tuple[int, ObservationBlock]] = []
        vectors: list[tuple[int, ObservationBlock]] = []
        for offset, block, _ in rows:
            fits = self.board is not None and (
                block.shape[-2:] == self.board or block.shape[-1:] == (prod(self.board),)
            )
            (boards if fits else vectors).append((offset, block))
        return boards, vectors

    def _build_heads(self, actions: ActionLayout, size: NetworkSize, planes: int) -> None:
        """Logits of actions that name a square come from the board, all others from the trunk."""
        flat: list[np.ndarray] = []
        squares: list[np.ndarray] = []
        for first, last, block in actions.rows():
            on_board = self.has_board and block.shape[-2:] == self.board
            (squares if on_board else flat).append(np.arange(first, last + 1))
        flat_ids = np.concatenate([*flat, np.zeros(0, np.int64)]).astype(np.int64)
        square_ids = np.concatenate([*squares, np.zeros(0, np.int64)]).astype(np.int64)
        order = np.argsort(np.concatenate([flat_ids, square_ids]))
        self.register_buffer("square_ids", torch.tensor(square_ids), persistent=False)
        self.register_buffer("order", torch.tensor(order), persistent=False)
        self.flat_head = nn.Linear(size.width, len(flat_ids))
        if self.has_board:
            channels = size.channels
            self.board_layers = nn.Sequential(
                nn.Conv2d(planes, channels, 3, padding=1),
                nn.ReLU(),
                nn.Conv2d(channels, channels, 3, padding=1),
                nn.ReLU(),
            )
            self.trunk_to_board = nn.Linear(size.width, channels)
            self.square_head = nn.Sequential(
                nn.Conv2d(channels, channels, 3, padding=1),
                nn.ReLU(),
                nn.Conv2d(channels, max(len(square_ids) // prod(self.board or (1,)), 1), 1),
            )

    def _initialise(self) -> None:
        for module in self.modules():
            if isinstance(module, nn.Linear | nn.Conv2d):
                nn.init.orthogonal_(module.weight, 2**0.5)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
        nn.init.orthogonal_(self.flat_head.weight, 0.01)
        if self.has_board:
            last = self.square_head[-1]
            assert isinstance(last, nn.Conv2d)
            nn.init.orthogonal_(last.weight, 0.01)
        nn.init.orthogonal_(self.value_head.weight, 1.0)


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Logits with the illegal actions out of reach."""
    return logits.masked_fill(masks == 0, ILLEGAL)
