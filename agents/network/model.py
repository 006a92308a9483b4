"""One network for every game: it reads the layouts of a game and builds itself from them.

Boards (observation blocks with the rows and columns of which actions name squares) go through a small
CNN, every seat's vector through one shared encoder, and actions that name a square get their logits
from the board itself: from the features of the squares that begin there, weighed by filters that
the trunk chooses (a tile's shape is such a filter). From where the pieces stand that actions name
the network looks around in four directions; `things` reads what has numbers instead of squares.
Other seats are pooled, so that one network plays at tables of every size, solo games included, and
one head tells what each seat can expect (`values`). The logits may stand on top of what the heuristic
thinks of each action (`advice`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import torch
from torch import Tensor, nn

from exozoo.agents.network.advice import STANDING_UNITS, STANDINGS, UNITS, Advice
from exozoo.agents.network.inputs import Inputs, keep
from exozoo.agents.network.things import find_things
from exozoo.agents.network.values import UTILITY, SeatValues
from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import FLAG, ActionLayout, Kind, ObservationBlock

BOARD = ("row", "col")  # names of the axes of a board
REACH = 4  # rows and columns from a named square on that its logit looks at
FEATURES = 8  # of each square, weighed by filters that the trunk chooses
DIRECTIONS = 5  # here and the four ways
FADES = 0.7  # what is seen, with each step further away
CODE_WIDTH = 64  # through which the wide codes choose filters too
TENS = 10  # points in one of an input
ILLEGAL = -1e9  # logit


@dataclass(frozen=True)
class NetworkSize:
    """Widths of the network."""

    channels: int = 32  # of the board
    width: int = 256  # of the trunk
    seat_width: int = 96
    shared_width: int = 128
    thing_width: int = 0  # of things that actions name, see `things`; 0: none


def board_axes(actions: ActionLayout) -> tuple[Kind, ...]:
    """Rows and columns of the board on which actions name squares; none if they name no squares."""
    for block in actions.blocks:
        if tuple(axis.name for axis in block.axes[-2:]) == BOARD:
            return block.axes[-2:]
    return ()


class GameNetwork(nn.Module):
    """Logits of all actions and the values of all seats, from the observation of one to move."""

    square_ids: Tensor  # actions whose logits come from the board
    order: Tensor  # places of all actions in (flat, squares)
    pieces: Tensor  # planes on which stands what actions name: rovers for "which rover goes where"
    flags: Tensor  # planes on which something lies or does not
    around: Tensor

    def __init__(self, game: Game, size: NetworkSize | None = None, advice: Advice | None = None):
        super().__init__()
        size = size or NetworkSize()
        self.sizes = asdict(size)
        self.advice = advice
        self.advised = advice.entries(game) if advice else 0  # entries behind the observation
        self.num_actions = game.num_actions
        standings = STANDINGS if advice and advice.standing else 0
        if advice:
            self.heed = nn.Parameter(torch.ones(1))  # weight of the advice
        layout = game.observation
        self.shared_size, self.player_size = int(layout.shared_size), int(layout.player_size)
        sizes = range(game.min_players, game.max_players + 1)
        self.players_of = {layout.size(players) + self.advised: players for players in sizes}
        self.seats_of = {players: layout.seats(players) for players in sizes}
        self.board = board_axes(game.actions)
        shared_boards, shared = self._split(list(layout.rows(0)))
        rows = [(o - self.shared_size, b, s) for o, b, s in layout.rows(1) if s == 0]
        seat_boards, seat = self._split(rows)
        self.has_board = bool(shared_boards or seat_boards)
        self.shared_inputs, self.seat_inputs = Inputs(shared), Inputs(seat)
        self.shared_planes = Inputs(shared_boards, self.board)
        self.seat_planes = Inputs(seat_boards, self.board)
        self.shared_layer = nn.Linear(self.shared_inputs.size, size.shared_width)
        self.table_size = nn.Embedding(game.max_players + 1, size.shared_width)
        offsets = map(int, layout.solo_offsets())
        self.solo_inputs = Inputs(list(zip(offsets, layout.solo, strict=True)))
        if layout.solo:
            self.solo_layer = nn.Linear(self.solo_inputs.size, size.shared_width, bias=False)
        self.seat_layer = nn.Linear(self.seat_inputs.size + self.seat_planes.size, size.seat_width)
        self._find_pieces(game.actions, [block for _, block in seat_boards])
        seen = bool(len(self.pieces)) * size.seat_width
        pooled = 2 * size.channels + seen if self.has_board else 0
        things = (
            find_things(game.actions, shared, seat, self.board, size.thing_width, size.width)
            if size.thing_width
            else []
        )
        self.things = nn.ModuleList(things)
        pooled += 2 * size.thing_width * len(things)
        inputs = size.shared_width + 4 * size.seat_width + pooled + standings
        self.trunk = nn.Sequential(
            nn.Linear(inputs, size.width), nn.ReLU(), nn.Linear(size.width, size.width), nn.ReLU()
        )
        self.seat_values = SeatValues(size.width, size.seat_width, standings)
        self._build_heads(game.actions, size)
        self._initialise()
        self.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # twice as fast

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """(logits[n, actions], utilities[n, players] in turn order, the seat to move first)"""
        logits, values = self.estimate(observation)
        return logits, values[..., UTILITY]

    def estimate(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """(logits[n, actions], values[n, players, 2] as `SeatValues` gives them)"""
        players = self._players(observation.shape[1])
        x = observation.float()
        entries = x.shape[1] - self.advised
        x, told, standing = x.tensor_split((entries, entries + self.num_actions), dim=1)
        standing = standing / (STANDING_UNITS * TENS)
        seats, solo = self._parts(x, players)
        seat_planes = self.seat_planes(seats)
        by_seat = self.seat_inputs(seats).squeeze(-2)
        if self.seat_planes.size:  # putting nothing beside it would copy it all
            by_seat = torch.cat([by_seat, seat_planes.mean(dim=-2)], dim=-1)
        encoded = self.seat_layer(by_seat).relu()
        others = encoded[:, 1:] if encoded.shape[1] > 1 else torch.zeros_like(encoded)
        shared_inputs = self.shared_inputs(x).squeeze(-2)
        shared = self.shared_layer(shared_inputs) + self.table_size.weight[players]
        if solo.shape[1]:
            shared = shared + self.solo_layer(self.solo_inputs(solo).squeeze(-2))
        parts = [
            shared.relu(),
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
            squares = torch.cat([self.shared_planes(x), seat_planes[:, 0]], dim=-1)
            # planes last in memory is how the convolutions like it
            planes = squares.unflatten(1, [axis.size for axis in self.board]).permute(0, 3, 1, 2)
            board = self._look_at_board(planes)
            parts += [board.mean(dim=(2, 3)), board.amax(dim=(2, 3))]
            if len(self.pieces):
                seen = look_around(planes[:, self.pieces], planes[:, self.flags], self.around)
                seen = self.sight_layer(seen).relu()
        trunk = self.trunk(torch.cat([*parts, seen, standing], dim=1))
        logits = self._logits(trunk, seen, board, shared_inputs)
        for kind, encoded_things in zip(self.things, things, strict=True):
            logits = kind.add_logits(logits, encoded_things, trunk)  # type: ignore[operator]
        if self.advised:
            logits = logits + self.heed / UNITS * told
        return logits, self.seat_values(trunk, encoded[:, :players], standing)

    def advised_logits(self, observation: Tensor) -> Tensor:
        """[n, actions]: what the heuristic thinks, by which the network begins."""
        first = observation.shape[1] - self.advised
        return observation[:, first : first + self.num_actions].float() / UNITS

    def _players(self, entries: int) -> int:
        """For how many players an observation of so many entries is."""
        players = self.players_of.get(entries)
        if players is None:
            allowed = ", ".join(f"{size} for {count}" for size, count in self.players_of.items())
            raise ValueError(f"an observation of {entries} entries: allowed are {allowed} players")
        return players

    def _parts(self, x: Tensor, players: int) -> tuple[Tensor, Tensor]:
        """(what is told of each seat[n, seats, entries], of the game's own opponent[n, entries])"""
        count = self.seats_of[players]
        end = self.shared_size + count * self.player_size
        seats = x[:, self.shared_size : end].unflatten(1, (count, self.player_size))
        return seats, x[:, end:]

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
        wide = self.shared_inputs.wide_size
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
            fits = self.board and all(axis in block.axes for axis in self.board)
            (boards if fits else vectors).append((offset, block))
        return boards, vectors

    def _find_pieces(self, actions: ActionLayout, boards: Sequence[ObservationBlock]) -> None:
        """The planes of pieces and of flags among those of the own board."""
        named = {axis for block in actions.blocks for axis in block.axes}
        for name, wanted in (("pieces", named), ("flags", {FLAG})):
            blocks = {block.name for block in boards if block.codes in wanted}
            planes = [self.shared_planes.size + p for p in self.seat_planes.about(blocks)]
            keep(self, name, torch.tensor(planes, dtype=torch.long))

    def _build_heads(self, actions: ActionLayout, size: NetworkSize) -> None:
        """Logits of actions that name a square come from the board, all others from the trunk."""
        flat: list[np.ndarray] = []
        squares: list[np.ndarray] = []
        for first, last, block in actions.rows():
            on_board = self.has_board and block.axes[-2:] == self.board
            (squares if on_board else flat).append(np.arange(first, last + 1))
        flat_ids = np.concatenate([*flat, np.zeros(0, np.int64)]).astype(np.int64)
        square_ids = np.concatenate([*squares, np.zeros(0, np.int64)]).astype(np.int64)
        order = np.argsort(np.concatenate([flat_ids, square_ids]))
        keep(self, "square_ids", torch.tensor(square_ids))
        keep(self, "order", torch.tensor(order))
        seen = size.seat_width if len(self.pieces) else 0
        self.flat_head = nn.Linear(size.width + seen, len(flat_ids))
        if self.has_board:
            channels = size.channels
            rows, columns = (axis.size for axis in self.board)
            planes = self.shared_planes.size + self.seat_planes.size
            self.board_layer = nn.Conv2d(planes, channels, 3, padding=1)
            self.row_layer = nn.Conv2d(channels, channels, 1)
            self.column_layer = nn.Conv2d(channels, channels, 1)
            self.second_board_layer = nn.Conv2d(channels, channels, 3, padding=1)
            if len(self.pieces):
                inputs = len(self.pieces) * DIRECTIONS * len(self.flags)
                self.sight_layer = nn.Linear(inputs, size.seat_width)
                keep(self, "around", sight(rows, columns))
            self.trunk_to_board = nn.Linear(size.width, 2 * channels)
            self.square_layer = nn.Conv2d(channels, channels, 3, padding=1)
            kinds = max(len(square_ids) // (rows * columns), 1)
            self.square_head = nn.Conv2d(channels, kinds, 1)
            self.square_features = nn.Conv2d(channels, FEATURES, 1)
            filters = kinds * FEATURES * REACH**2
            self.trunk_to_filters = nn.Linear(size.width, filters)
            wide = self.shared_inputs.wide_size
            if wide:
                self.codes_to_filters = nn.Sequential(
                    nn.Linear(wide, CODE_WIDTH, bias=False),
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
            if self.shared_inputs.wide_size:
                for layer, spread in zip(self.codes_to_filters.parameters(), (0.5, 0.02)):
                    nn.init.normal_(layer, std=spread)
        nn.init.zeros_(self.table_size.weight)  # tables of all sizes begin alike
        nn.init.orthogonal_(self.seat_values.out.weight, 0.1)
        if self.advice and self.advice.standing:
            nn.init.zeros_(self.seat_values.from_standing.weight)
        if self.advised:
            self._begin_silent()

    def _begin_silent(self) -> None:
        """Own logits of 0: with advice the network begins as the heuristic."""
        last = [self.flat_head, *(kind.out for kind in self.things)]
        if self.has_board:
            last += [self.square_head, self.trunk_to_filters]
            last += [self.codes_to_filters[-1]] if self.shared_inputs.wide_size else []
        for layer in last:
            for weights in layer.parameters():  # type: ignore[union-attr]
                nn.init.zeros_(weights)


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
