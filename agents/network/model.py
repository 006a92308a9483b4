"""One network for every game: it reads the layouts of a game and builds itself from them.

Boards (observation blocks that cover the rows and columns named by the actions, or that have three
axes) go through a small CNN, every seat's vector through one shared encoder, and actions that name
a square get their logits from the board itself: from the features of the squares that begin there,
weighed by filters that the trunk chooses (a tile's shape is such a filter). From where the pieces
stand that actions name the network looks around in four directions; `things` reads what has numbers
instead of squares. Other seats are pooled, so that a network trained for one number of players runs
with another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import prod

import numpy as np
import torch
from torch import Tensor, nn

from exozoo.agents.network.things import WIDE, find_things
from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import ActionLayout, ObservationBlock

MAX_PLANES = 16  # codes of a board block up to which each gets a plane of its own
MAX_ONE_HOT = 1024  # inputs that the values of one block may take by themselves
MAX_CODES = 160  # values of one entry with inputs of their own
MIN_CODES = 16  # of them that a wide block must get inside that, else it gets none
MAX_BIT_ENTRIES = 64  # entries of a block with more values than that are also given in binary
LARGEST = 4.0  # scaled input
REACH = 4  # rows and columns from a named square on that its logit looks at
FEATURES = 8  # of each square, weighed by filters that the trunk chooses
DIRECTIONS = 5  # here and the four ways
FADES = 0.7  # what is seen, with each step further away
CODE_WIDTH = 64  # through which the wide codes choose filters too
ILLEGAL = -1e9  # logit


@dataclass(frozen=True)
class NetworkSize:
    """Widths of the network."""

    channels: int = 32  # of the board
    width: int = 256  # of the trunk
    seat_width: int = 96
    shared_width: int = 128
    thing_width: int = 0  # of things that actions name, see `things`; 0: none
    kinds: int = 0  # wide codes are also given as run and place in runs of so many


def board_shape(actions: ActionLayout) -> tuple[int, int] | None:
    """(rows, columns) of the board on which actions name squares, or None."""
    for block in actions.blocks:
        if [axis.name for axis in block.axes[-2:]] == ["row", "col"]:
            return block.shape[-2], block.shape[-1]
    return None


def one_hot_part(block: ObservationBlock) -> tuple[int, int]:
    """(entries, values): how many of a block's first entries and lowest values get own inputs.

    All of them where they are few. Of a wide table the first row, which games give the most
    important entry; of a wide list the lowest values. Flags need none.
    """
    values = block.high - block.low + 1
    if values <= 2:
        return 0, 0
    if block.size * values <= MAX_ONE_HOT:
        return block.size, values
    entries = block.shape[-1] if len(block.shape) > 1 else block.size
    count = min(values, MAX_CODES, MAX_ONE_HOT // entries)
    return (entries, count) if count >= min(values, MIN_CODES) else (0, 0)


class Codes(nn.Module):
    """Some entries of one range, each value by itself; wide ones also by run and place in it."""

    entries: Tensor
    codes: Tensor
    kinds: Tensor
    places: Tensor

    def __init__(self, entries: Sequence[int], low: int, count: int, run: int):
        super().__init__()
        _keep(self, "entries", entries, torch.long)
        _keep(self, "codes", range(low, low + count), torch.float32)
        self.run = run
        self.wide = bool(run) and count > 2 * run
        kinds = -(-count // run) if self.wide else 0
        _keep(self, "kinds", range(kinds), torch.float32)
        _keep(self, "places", range(run if self.wide else 0), torch.float32)
        self.size = len(entries) * (count + kinds + len(self.places))

    def forward(self, x: Tensor) -> Tensor:
        values = x[..., self.entries, None]
        found = values == self.codes
        if self.wide:
            runs = values.div(self.run, rounding_mode="floor")
            places = torch.where(values < 0, values, values.remainder(self.run))
            found = torch.cat([found, runs == self.kinds, places == self.places], dim=-1)
        return found.float().flatten(-2)


class Encoder(nn.Module):
    """Entries of some blocks as inputs: scaled, small values by themselves, wide ones in binary."""

    entries: Tensor  # scaled by lows and spans
    lows: Tensor
    spans: Tensor
    bit_entries: Tensor  # less bit_lows, their `bits`
    bit_lows: Tensor
    bits: Tensor

    def __init__(self, blocks: Sequence[tuple[int, ObservationBlock]], run: int = 0):
        super().__init__()
        entries: list[int] = []
        lows: list[int] = []
        spans: list[int] = []
        bit_entries: list[int] = []
        bit_lows: list[int] = []
        bits: list[int] = []
        groups: dict[tuple[int, int], list[int]] = {}
        for offset, block in blocks:
            span = block.high - block.low
            places = range(offset, offset + block.size)
            entries += places
            lows += [block.low] * block.size
            spans += [min(max(span, 1), WIDE)] * block.size
            coded, count = one_hot_part(block)
            if count:
                groups.setdefault((block.low, count), []).extend(places[:coded])
            if span >= max(count, MIN_CODES) and block.size <= MAX_BIT_ENTRIES:
                for entry in places:
                    bit_entries += [entry] * span.bit_length()
                    bit_lows += [block.low] * span.bit_length()
                    bits += range(span.bit_length())
        _keep(self, "entries", entries, torch.long)
        _keep(self, "lows", lows, torch.float32)
        _keep(self, "spans", spans, torch.float32)
        _keep(self, "bit_entries", bit_entries, torch.long)
        _keep(self, "bit_lows", bit_lows, torch.float32)
        _keep(self, "bits", bits, torch.int32)
        codes = [Codes(places, low, count, run) for (low, count), places in groups.items()]
        small = [g for g in codes if not g.wide]
        wide = [g for g in codes if g.wide]
        self.small, self.wide = nn.ModuleList(small), nn.ModuleList(wide)
        self.wide_size = sum(group.size for group in wide)
        one_hot = sum(group.size for group in small)
        self.size = len(entries) + one_hot + len(bit_entries) + self.wide_size

    def forward(self, x: Tensor) -> Tensor:
        """The inputs, the wide codes last."""
        scaled = (x[..., self.entries] - self.lows) / self.spans
        numbers = (x[..., self.bit_entries] - self.bit_lows).to(torch.int32)
        parts = [scaled.clamp(max=LARGEST), *(group(x) for group in self.small)]
        parts += [((numbers >> self.bits) & 1).float(), *(group(x) for group in self.wide)]
        return torch.cat(parts, dim=-1)


class Planes(nn.Module):
    """Board blocks of one part of the observation as planes, small codes in one plane each."""

    def __init__(self, blocks: Sequence[tuple[int, ObservationBlock]], shape: tuple[int, int]):
        super().__init__()
        self.squares = prod(shape)
        self.parts: list[tuple[int, int, int, Tensor | None, float]] = []
        self.count = 0
        self.of_block: dict[str, range] = {}
        self.flags: list[int] = []
        for offset, block in blocks:
            span = block.high - block.low
            coded = 1 < span < MAX_PLANES
            codes = torch.arange(block.low, block.high + 1, dtype=torch.float32)[:, None]
            layers = block.size // self.squares
            scale = 1 / max(span, 1)
            self.parts.append((offset, layers, block.low, codes if coded else None, scale))
            first, self.count = self.count, self.count + layers * (span + 1 if coded else 1)
            self.of_block[block.name] = range(first, self.count)
            if span == 1:
                self.flags += range(first, self.count)

    def forward(self, x: Tensor) -> Tensor:
        """[..., planes, rows * columns]"""
        planes = [x.new_zeros((*x.shape[:-1], 0, self.squares))]
        for offset, layers, low, codes, scale in self.parts:
            raw = x[..., offset : offset + layers * self.squares].unflatten(-1, (layers, -1))
            if codes is None:
                planes.append((raw - low) * scale)
            else:
                planes.append((raw[..., None, :] == codes).float().flatten(-3, -2))
        return torch.cat(planes, dim=-2)


def _keep(module: nn.Module, name: str, values: Sequence[int], dtype: torch.dtype) -> None:
    """A constant of the module, not among its weights."""
    module.register_buffer(name, torch.tensor(list(values), dtype=dtype), persistent=False)


class GameNetwork(nn.Module):
    """Logits of all actions and the value of the seat to move, from its observation."""

    square_ids: Tensor  # actions whose logits come from the board
    order: Tensor  # places of all actions in (flat, squares)
    pieces: Tensor  # planes on which stands what actions name: rovers for "which rover goes where"
    flags: Tensor  # planes on which something lies or does not
    around: Tensor

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
        self.shared_encoder = Encoder(shared, size.kinds)
        self.seat_encoder = Encoder(seat, size.kinds)
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
        named = {axis.name for block in game.actions.blocks for axis in block.axes}
        pieces = [
            self.shared_planes.count + plane
            for block, places in self.seat_planes.of_block.items()
            if block in named
            for plane in places
        ]
        _keep(self, "pieces", pieces, torch.long)
        flags = [self.shared_planes.count + plane for plane in self.seat_planes.flags]
        _keep(self, "flags", flags, torch.long)
        pooled = 2 * size.channels + bool(pieces) * size.seat_width if self.has_board else 0
        things = (
            find_things(game.actions, shared, seat, size.thing_width, size.width)
            if size.thing_width
            else []
        )
        self.things = nn.ModuleList(things)
        pooled += 2 * size.thing_width * len(things)
        inputs = size.shared_width + 4 * size.seat_width + pooled
        self.trunk = nn.Sequential(
            nn.Linear(inputs, size.width), nn.ReLU(), nn.Linear(size.width, size.width), nn.ReLU()
        )
        self.value_head = nn.Linear(size.width, 1)
        self._build_heads(game.actions, size, planes)
        self._initialise()
        self.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # twice as fast

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
        shared_inputs = self.shared_encoder(x)
        parts = [
            self.shared_layer(shared_inputs).relu(),
            encoded[:, 0],
            others[:, 0],
            others.mean(dim=1),
            others.amax(dim=1),
        ]
        things = [kind.encode(x, seats) for kind in self.things]  # type: ignore[operator]
        for encoded_things in things:
            parts += [encoded_things.mean(dim=1), encoded_things.amax(dim=1)]
        board, seen = None, x[:, :0]
        if self.has_board:
            planes = torch.cat([self.shared_planes(x), seat_planes[:, 0]], dim=1)
            planes = planes.unflatten(-1, self.board or (1, 1))
            board = self._look_at_board(planes.contiguous(memory_format=torch.channels_last))
            parts += [board.mean(dim=(2, 3)), board.amax(dim=(2, 3))]
            if len(self.pieces):
                seen = look_around(planes[:, self.pieces], planes[:, self.flags], self.around)
                seen = self.sight_layer(seen).relu()
        trunk = self.trunk(torch.cat([*parts, seen], dim=1))
        logits = self._logits(trunk, seen, board, shared_inputs)
        for kind, encoded_things in zip(self.things, things, strict=True):
            logits = kind.add_logits(logits, encoded_things, trunk)  # type: ignore[operator]
        return logits, self.value_head(trunk).squeeze(1)

    def _look_at_board(self, planes: Tensor) -> Tensor:
        """Features of every square, from around it and from its whole row and column."""
        near = self.board_layer(planes).relu()
        lines = self.row_layer(near.mean(dim=3, keepdim=True)) + self.column_layer(
            near.mean(dim=2, keepdim=True)
        )
        return (self.second_board_layer(near) + lines).relu()

    def _logits(
        self, trunk: Tensor, seen: Tensor, board: Tensor | None, shared_inputs: Tensor
    ) -> Tensor:
        flat = self.flat_head(torch.cat([trunk, seen], dim=1))
        if board is None or not self.square_ids.numel():
            return flat
        shift, scale = self.trunk_to_board(trunk)[:, :, None, None].chunk(2, dim=1)
        mixed = self.square_layer((board * (1 + scale) + shift).relu()).relu()
        filters = self.trunk_to_filters(trunk)
        wide = self.shared_encoder.wide_size
        if wide:
            filters = filters + self.codes_to_filters(shared_inputs[:, -wide:])
        squares = self.square_head(mixed) + look_ahead(self.square_features(mixed), filters)
        return torch.cat([flat, squares.flatten(1)], dim=1)[:, self.order]

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
        seen = size.seat_width if len(self.pieces) else 0
        self.flat_head = nn.Linear(size.width + seen, len(flat_ids))
        if self.has_board:
            channels = size.channels
            self.board_layer = nn.Conv2d(planes, channels, 3, padding=1)
            self.row_layer = nn.Conv2d(channels, channels, 1)
            self.column_layer = nn.Conv2d(channels, channels, 1)
            self.second_board_layer = nn.Conv2d(channels, channels, 3, padding=1)
            if len(self.pieces):
                inputs = len(self.pieces) * DIRECTIONS * len(self.flags)
                self.sight_layer = nn.Linear(inputs, size.seat_width)
                self.register_buffer("around", sight(*(self.board or (1, 1))), persistent=False)
            self.trunk_to_board = nn.Linear(size.width, 2 * channels)
            self.square_layer = nn.Conv2d(channels, channels, 3, padding=1)
            kinds = max(len(square_ids) // prod(self.board or (1,)), 1)
            self.square_head = nn.Conv2d(channels, kinds, 1)
            self.square_features = nn.Conv2d(channels, FEATURES, 1)
            filters = kinds * FEATURES * REACH**2
            self.trunk_to_filters = nn.Linear(size.width, filters)
            if self.shared_encoder.wide_size:
                self.codes_to_filters = nn.Sequential(
                    nn.Linear(self.shared_encoder.wide_size, CODE_WIDTH, bias=False),
                    nn.Linear(CODE_WIDTH, filters, bias=False),
                )

    def _initialise(self) -> None:
        for module in self.modules():
            if isinstance(module, nn.Linear | nn.Conv2d):
                nn.init.orthogonal_(module.weight, 2**0.5)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
        nn.init.orthogonal_(self.flat_head.weight, 0.01)
        for kind in self.things:
            nn.init.orthogonal_(kind.out.weight, 0.01)  # type: ignore[union-attr, arg-type]
        if self.has_board:
            nn.init.orthogonal_(self.square_head.weight, 0.01)
            nn.init.orthogonal_(self.trunk_to_filters.weight, 0.01)
            if self.shared_encoder.wide_size:
                for layer, spread in zip(self.codes_to_filters.parameters(), (0.5, 0.02)):
                    nn.init.normal_(layer, std=spread)
        nn.init.orthogonal_(self.value_head.weight, 1.0)


def look_ahead(features: Tensor, filters: Tensor) -> Tensor:
    """[n, kinds, rows, columns]: every square and those that begin there, by each row's own filters."""
    count, depth, rows, columns = features.shape
    ahead = nn.functional.pad(features.contiguous(), (0, REACH - 1, 0, REACH - 1))
    weights = filters.reshape(-1, depth, REACH, REACH)
    together = ahead.reshape(1, count * depth, *ahead.shape[2:])
    return nn.functional.conv2d(together, weights, groups=count).view(count, -1, rows, columns)


def sight(rows: int, columns: int) -> Tensor:
    """[square, directions * squares]: how well each square is seen from one, looking one way.

    The ways are here, right, left, down and up; what lies on a diagonal is seen both ways.
    """
    row, column = torch.meshgrid(torch.arange(rows), torch.arange(columns), indexing="ij")
    down, right = (p.flatten()[None, :] - p.flatten()[:, None] for p in (row, column))
    steps = down.abs() + right.abs()
    ways = [
        (steps == 0),
        (right > 0) & (right >= down.abs()),
        (right < 0) & (-right >= down.abs()),
        (down > 0) & (down >= right.abs()),
        (down < 0) & (-down >= right.abs()),
    ]
    return torch.cat([way * FADES ** (steps - 1.0).clamp(min=0) for way in ways], dim=1)


def look_around(pieces: Tensor, planes: Tensor, around: Tensor) -> Tensor:
    """[n, pieces * directions * planes]: what each kind of piece sees from where it stands."""
    marks = pieces.flatten(2).contiguous()
    count = marks.sum(dim=2, keepdim=True).clamp(min=1)
    seen = (marks / count @ around).unflatten(2, (DIRECTIONS, -1)).flatten(1, 2)
    return (seen @ planes.flatten(2).transpose(1, 2)).flatten(1)


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Logits with the illegal actions out of reach."""
    return logits.masked_fill(masks == 0, ILLEGAL)
