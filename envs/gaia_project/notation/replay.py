"""Playing a recorded game on our engine, command by command.

Each command answers the decision at hand. What the notation leaves out because nothing can be
chosen is answered here; what it says more freely than our decisions do (a placement of satellites
that we do not offer, one payment for several conversions) is carried out on the state as said,
after a check that the rules allow it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import takewhile

import numpy as np

from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.pending import KIND, SEAT, pop, push
from exozoo.envs.gaia_project.actions import (
    A_ADVANCED,
    A_BOARD,
    A_BOOSTER,
    A_BRAINSTONE,
    A_CHARGE,
    A_DECLINE,
    A_END_TURN,
    A_FACTION,
    A_FREE,
    A_HEX,
    A_INCOME,
    A_PASS,
    A_SPECIAL,
    A_TILE,
    A_TOKEN,
    A_TRACK,
    A_UPGRADE,
)
from exozoo.envs.gaia_project.constants import (
    BUILD_WITH_BONUS,
    BURN,
    BUY_TILE,
    CHARGE,
    CHARGE_OFFER,
    CHOOSE_BOOSTER,
    CHOOSE_COVERED,
    CHOOSE_DOWNGRADE,
    CHOOSE_FACTION,
    CHOOSE_INCOME,
    CHOOSE_RESCORE,
    CHOOSE_START,
    CHOOSE_SWAP,
    CHOOSE_TILE,
    CHOOSE_TRACK,
    CONVERT_GAIA,
    FINISH_TURN,
    GAIAFORMER,
    LOWEST_TRACK,
    MINE,
    MOVE_BRAINSTONE,
    NUM_INCOME_SOURCES,
    OFFER_HEX,
    OFFER_POWER,
    P1_C,
    P3_O,
    P4_K,
    P4_Q,
    PLACE_LOST_PLANET,
    PLACE_SPACE_STATION,
    REST_OF_INCOME,
    RETURN_TOKENS,
    SPACE_STATION,
    START_PIECE,
    STATION,
    TAKE_TURN,
    TRACK_LIMIT,
    TRANSDIM,
)
from exozoo.envs.gaia_project.notation.auction import Auction
from exozoo.envs.gaia_project.notation.federation import form_named_federation
from exozoo.envs.gaia_project.notation.names import (
    ADVANCED,
    AREAS,
    BOARD_ACTIONS,
    BOOSTERS,
    DISCARD_WORD,
    FACTIONS,
    PIECE_WORDS,
    PIECES,
    POSITIONS,
    TOKENS,
    TRACKS,
    NotationError,
    code_of,
    special_code,
)
from exozoo.envs.gaia_project.notation.parse import (
    Command,
    Line,
    parse_amounts,
    parse_count,
    sum_amounts,
)
from exozoo.envs.gaia_project.notation.spend import spend
from exozoo.envs.gaia_project.notation.stone import income_end
from exozoo.envs.gaia_project.notation.table import Refusal, Table
from exozoo.envs.gaia_project.rules.phase_charge import charge_of_offer, offered_power
from exozoo.envs.gaia_project.rules.phase_income import GOOD_OF_SOURCE, source_amount

MAX_QUESTIONS = 6  # about the brainstone in a row
AREA_OF_WORD = {**AREAS, DISCARD_WORD: -1}
TRACK_COMES_WITH = ("tech", "special")
GAIA_CONVERSIONS = {"q": (P4_Q, 4), "o": (P3_O, 3), "k": (P4_K, 4), "c": (P1_C, 1)}  # GP-28


class Player:
    """Plays lines at a table."""

    def __init__(self, table: Table):
        self.table = table
        self.queue: deque[Command] = deque()  # commands of the line that are still to come
        self.line_seat = 0
        self.takes_tile = (
            False  # whether the line takes a tile or steps back, so that an advance comes
        )
        self.is_income = False  # whether the line is one of the income phase
        self.deferred: dict[int, int] = {}  # seat -> hex of an offer that is answered later (O-9)

    def play_line(self, line: Line) -> None:
        """Carry out a line. Refusal if our rules do not allow it, NotationError if it is unclear."""
        self.queue = deque(line.commands)
        self.line_seat = line.seat
        self.is_income = line.commands[0].name in ("income", "brainstone")
        self.takes_tile = any(c.name in TRACK_COMES_WITH for c in line.commands)
        if not self._is_unasked_income(line):
            self._catch_up(line)
        while self.queue:
            command = self.queue.popleft()
            if self._is_unasked(command):
                continue
            if self.table.over or self.table.seat != line.seat:
                raise Refusal(f"not the turn of this player: {self.table.waits_for()}")
            HANDLERS[command.name](self, command)
        if any(c.name == "spend" and "tg" in c.arguments[0] for c in line.commands):
            self._stop_converting(line.seat)

    def _is_unasked_income(self, line: Line) -> bool:
        """Whether a line answers about the brainstone in an income that is over on our table."""
        table = self.table
        is_asked = not table.over and table.seat == line.seat and table.task == MOVE_BRAINSTONE
        return line.commands[0].name == "brainstone" and not is_asked

    def _catch_up(self, line: Line) -> None:
        """Answer what the notation does not ask, until the line's own decision is at hand."""
        table, first = self.table, line.commands[0]
        is_answer = first.name in ("charge", "decline")
        is_gaia = first.name == "spend" and "tg" in first.arguments[0]
        is_gaia = is_gaia or first.arguments == ("tech",)
        is_gaia = is_gaia or (first == Command("decline") and table.task == BUY_TILE)
        while not table.over:
            is_asked = table.seat == line.seat
            if table.task in (CONVERT_GAIA, BUY_TILE) and not (is_asked and is_gaia):
                table.play(A_DECLINE)
            elif (
                table.task == CHARGE_OFFER
                and table.has_below(RETURN_TOKENS)
                and not (is_asked and is_answer)
            ):
                self._defer_offer()
            else:
                break
        if is_answer and first.arguments not in (("up",), ("tech",)):
            self._bring_up_offer(line.seat, first)

    def _bring_up_offer(self, seat: int, answer: Command) -> None:
        """Offers of one turn may be answered in another order than ours (GP-78)."""
        table = self.table
        if not table.over and table.task == CHARGE_OFFER:
            entries, top = table.entries, len(table.entries) - 1
            place = top
            while entries[place, KIND] == CHARGE_OFFER:
                if entries[place, SEAT] == seat and self._fits_offer(entries[place], answer):
                    break
                place -= 1
            else:
                place = top
            entries[place:] = np.roll(entries[place:], -1, axis=0)
            table.state["seat"] = entries[top, SEAT]
        if seat in self.deferred and not (table.task == CHARGE_OFFER and table.seat == seat):
            self._return_offer(seat)

    def _fits_offer(self, offer: np.ndarray, answer: Command) -> bool:
        """Whether a charge names the amount of a pending offer; refusing needs no amount."""
        if answer.name == "decline":
            return True
        seat, power = np.int64(offer[SEAT]), np.int64(offer[OFFER_POWER])
        amounts = parse_amounts(answer.arguments[0])
        token_first = np.int64(amounts[0][1] == "t")
        offered = int(charge_of_offer(self.table.state, seat, power, token_first))
        return any(number == offered for number, unit in amounts if unit == "pw")

    def _defer_offer(self) -> None:
        """O-9: offers for a Lost Planet of the Gaia phase are recorded after a later turn."""
        self.deferred[self.table.seat] = self.table.argument(OFFER_HEX)
        pop(self.table.state)
        self.table.resume()

    def _return_offer(self, seat: int) -> None:
        state = self.table.state
        place = np.int64(self.deferred.pop(seat))
        power = np.int64(offered_power(state, np.int64(seat), place))
        push(state, np.int64(CHARGE_OFFER), np.int64(seat), power, place, ZERO, ZERO)
        self.table.resume()
        self.table.notes.append("an offer for a Lost Planet of the Gaia phase was answered later")

    def _is_unasked(self, command: Command) -> bool:
        """Commands that are written although nothing can be chosen."""
        table = self.table
        is_mine = not table.over and table.seat == self.line_seat
        if command.name in ("rotate", "set"):
            return True  # the recorded set-up already contains it
        if command.name == "decline":
            if not command.arguments and self.takes_tile:
                return not (is_mine and table.task == CHOOSE_TRACK)
            what = {"up": CHOOSE_TRACK, "tech": BUY_TILE}.get(" ".join(command.arguments))
            return what is not None and not (is_mine and table.task == what)
        if command.name == "brainstone" and not (is_mine and table.task == MOVE_BRAINSTONE):
            self._check_stone(command)
            return True
        return False

    def _check_stone(self, command: Command) -> None:
        """Nobody is asked here: the stone lies where the answers of the log would leave it."""
        area = code_of(AREA_OF_WORD, command.arguments[0], "area")
        stone = int(self.table.player(self.line_seat)["brainstone"])
        if stone != area and self.is_income:
            answers = [area, *self._coming_areas()]
            if income_end(self.table, self.line_seat, answers) == stone:
                self.queue = deque(c for c in self.queue if c.name != "brainstone")
                return
        if stone != area:
            raise Refusal(f"{command}: the brainstone cannot go there")

    def _stop_converting(self, seat: int) -> None:
        """Terrans may leave tokens unconverted (O-5), the notation has no word for it."""
        if not self.table.over and self.table.seat == seat and self.table.task == CONVERT_GAIA:
            self.table.play(A_DECLINE)

    def expect(self, command: Command, *tasks: np.int64) -> None:
        """Refusal unless one of these decisions is at hand."""
        if self.table.task not in tasks:
            raise Refusal(f"{command}: not now, {self.table.waits_for()}")

    def hex_of(self, word: str) -> int:
        return self.table.hexes.hex_of(word)

    # --- setup, income, Gaia phase ------------------------------------------------------------

    def faction(self, command: Command) -> None:
        self.expect(command, CHOOSE_FACTION)
        self.table.play(A_FACTION + code_of(FACTIONS, command.arguments[0], "faction"))

    def bid(self, command: Command) -> None:
        raise Refusal(f"{command}: the auction is over")

    def play_auction(self, auction: Auction) -> None:
        """GP-102: every seat has the faction that came up in its turn."""
        for seat, faction in enumerate(auction.owner):
            if self.table.seat != seat or self.table.task != CHOOSE_FACTION:
                raise Refusal(f"the auction: not now, {self.table.waits_for()}")
            self.table.play(A_FACTION + FACTIONS[faction])

    def booster(self, command: Command) -> None:
        self.expect(command, CHOOSE_BOOSTER)
        self.table.play(A_BOOSTER + code_of(BOOSTERS, command.arguments[0], "booster"))

    def income(self, command: Command) -> None:
        """One source or several; sources of equal amount are interchangeable."""
        for number, unit in parse_amounts(command.arguments[0]):
            self._answer_stone_before_more_income()
            if self.table.seat != self.line_seat or self.table.task != CHOOSE_INCOME:
                raise Refusal(f"{command}: not now, {self.table.waits_for()}")
            for source in range(NUM_INCOME_SOURCES):
                is_charge = GOOD_OF_SOURCE[source] == CHARGE
                if A_INCOME + source in self.table.legal() and unit == ("pw" if is_charge else "t"):
                    amount = source_amount(
                        self.table.state, np.int64(self.line_seat), np.int64(source)
                    )
                    if amount == number:
                        self.table.play(A_INCOME + source)
                        break
            else:
                raise Refusal(f"{command}: no such source of income is left")

    def _answer_stone_before_more_income(self) -> None:
        if self.table.task == MOVE_BRAINSTONE and self.queue and self.queue[0].name == "brainstone":
            self.brainstone(self.queue.popleft())

    def spend(self, command: Command) -> None:
        cost, _, gain = command.arguments
        if gain == "tech":
            self.expect(command, BUY_TILE)
            if sum_amounts(cost) != {"tg": 4}:
                raise NotationError(f"{command}: a tile costs 4tg")
        elif "tg" in sum_amounts(cost):
            self._convert_gaia_tokens(command)
        else:
            self.expect(command, TAKE_TURN, FINISH_TURN)
            named = None
            if self.queue and self.queue[0].name == "brainstone":
                word = self.queue.popleft().arguments[0]
                named = code_of(AREA_OF_WORD, word, "area")
            spend(self.table, sum_amounts(cost), sum_amounts(gain), named)

    def _convert_gaia_tokens(self, command: Command) -> None:
        """D-6: any sum of the four conversions."""
        cost, gain = sum_amounts(command.arguments[0]), sum_amounts(command.arguments[2])
        if set(gain) - set(GAIA_CONVERSIONS) or set(cost) != {"tg"}:
            raise NotationError(f"{command}: tokens give Q.I.C., ore, knowledge or credits")
        if cost["tg"] != sum(GAIA_CONVERSIONS[unit][1] * n for unit, n in gain.items()):
            raise Refusal(f"{command}: the number of tokens does not fit the gain")
        for unit, number in gain.items():
            for _ in range(number):
                self.expect(command, CONVERT_GAIA)
                self.table.play(A_FREE + GAIA_CONVERSIONS[unit][0])

    # --- a turn ---------------------------------------------------------------------------------

    def burn(self, command: Command) -> None:
        for _ in range(parse_count(command.arguments[0])):
            self.expect(command, TAKE_TURN, FINISH_TURN)
            self.table.play(A_FREE + BURN)

    def build(self, command: Command) -> None:
        """Build, upgrade, Gaia project, space station; also starting structures."""
        piece = code_of(PIECES, command.arguments[0], "piece")
        place = self.hex_of(command.arguments[1])
        task = self.table.task
        fits = {
            int(CHOOSE_START): piece == self.table.argument(START_PIECE),
            int(CHOOSE_DOWNGRADE): piece == STATION,
            int(PLACE_SPACE_STATION): piece == SPACE_STATION,
            int(BUILD_WITH_BONUS): piece in (MINE, GAIAFORMER),
            int(TAKE_TURN): piece != SPACE_STATION,
        }
        if not fits.get(task, False):
            raise Refusal(f"{command}: not now, {self.table.waits_for()}")
        is_project = self.table.state["planet"][place] == TRANSDIM
        if task in (TAKE_TURN, BUILD_WITH_BONUS) and piece in (MINE, GAIAFORMER):
            if (piece == GAIAFORMER) != is_project:
                raise Refusal(f"{command}: {PIECE_WORDS[piece]} cannot be built there")
        elif task == TAKE_TURN:
            self.table.play(A_UPGRADE + piece - STATION)
        self.table.play(A_HEX + place)

    def up(self, command: Command) -> None:
        """A paid advance, or the one that comes with a tile or an action."""
        self.expect(command, TAKE_TURN, CHOOSE_TRACK)
        self.table.play(A_TRACK + code_of(TRACKS, command.arguments[0], "track"))

    def action(self, command: Command) -> None:
        self.expect(command, TAKE_TURN)
        self.table.play(A_BOARD + code_of(BOARD_ACTIONS, command.arguments[0], "action"))

    def special(self, command: Command) -> None:
        self.expect(command, TAKE_TURN)
        faction = self.table.faction(self.line_seat)
        self.table.play(A_SPECIAL + special_code(command.arguments[0], faction))

    def federation(self, command: Command) -> None:
        """The brainstone's answer stands behind the token, but is asked before it."""
        self.expect(command, TAKE_TURN)
        token = code_of(TOKENS, command.arguments[1], "federation token")
        form_named_federation(self.table, [self.hex_of(w) for w in command.arguments[0].split(",")])
        if self.table.task == MOVE_BRAINSTONE and self.queue and self.queue[0].name == "brainstone":
            self.brainstone(self.queue.popleft())
        self.table.play(A_TOKEN + token)

    def pass_(self, command: Command) -> None:
        self.expect(command, TAKE_TURN)
        if command.arguments:
            self.table.play(A_BOOSTER + code_of(BOOSTERS, command.arguments[0], "booster"))
        else:
            self.table.play(A_PASS)

    def end_turn(self, command: Command) -> None:
        self.expect(command, FINISH_TURN)
        self.table.play(A_END_TURN)

    # --- follow-ups -----------------------------------------------------------------------------

    def tech(self, command: Command) -> None:
        self.expect(command, CHOOSE_TILE, BUY_TILE)
        word = command.arguments[0]
        if word in ADVANCED:
            self.table.play(A_ADVANCED + ADVANCED[word])
        else:
            self.table.play(A_TILE + code_of(POSITIONS, word, "tile position"))

    def cover(self, command: Command) -> None:
        self.expect(command, CHOOSE_COVERED)
        self.table.play(A_TILE + code_of(POSITIONS, command.arguments[0], "tile position"))

    def fedtile(self, command: Command) -> None:
        self.expect(command, CHOOSE_RESCORE)
        self.table.play(A_TOKEN + code_of(TOKENS, command.arguments[0], "federation token"))

    def swap_institute(self, command: Command) -> None:
        self.expect(command, CHOOSE_SWAP)
        self.table.play(A_HEX + self.hex_of(command.arguments[0]))

    def lost_planet(self, command: Command) -> None:
        self.expect(command, PLACE_LOST_PLANET)
        self.table.play(A_HEX + self.hex_of(command.arguments[0]))

    def decline(self, command: Command) -> None:
        """An advance, a tile, or an offer to charge; then the amount carries nothing.

        Older logs do not say what is declined.
        """
        if command.arguments == ("tech",) or (
            not command.arguments and self.table.task == BUY_TILE
        ):
            self.expect(command, BUY_TILE)
        elif command.arguments == ("up",) or (not command.arguments and self.takes_tile):
            self.expect(command, CHOOSE_TRACK)
            if self.table.argument(TRACK_LIMIT) == LOWEST_TRACK:
                self._decline_lowest()
                return
        else:
            self.expect(command, CHARGE_OFFER)
        self.table.play(A_DECLINE)

    def _decline_lowest(self) -> None:
        """O-6: the Bescods' own advance cannot be declined here, in recorded games it can."""
        pop(self.table.state)
        self.table.resume()
        self.table.notes.append("the Bescods declined the advance of their action")

    def charge(self, command: Command) -> None:
        """Accept an offer; the amount must be ours. With a token: before or after it."""
        self.expect(command, CHARGE_OFFER)
        amounts = parse_amounts(command.arguments[0])
        units = [unit for _, unit in amounts]
        if units not in (["pw"], ["pw", "t"], ["t", "pw"]):
            raise NotationError(f"{command}: not an amount of power, with a token at most")
        token_first = np.int64(units == ["t", "pw"])
        state, power = self.table.state, np.int64(self.table.argument(OFFER_POWER))
        offered = int(charge_of_offer(state, np.int64(self.line_seat), power, token_first))
        named = next(number for number, unit in amounts if unit == "pw")
        if named != offered:
            raise Refusal(f"{command}: the offer is {offered}pw")
        has_choice = A_CHARGE + 1 in self.table.legal()
        if has_choice != (len(units) == 2):
            raise Refusal(
                f"{command}: a token {'comes' if has_choice else 'does not come'} with it"
            )
        self.table.play(A_CHARGE + token_first)

    def brainstone(self, command: Command) -> None:
        """D-20: the answers that lead to the named area; the last command answers all that is left."""
        area = code_of(AREA_OF_WORD, command.arguments[0], "area")
        if self.table.has_below(REST_OF_INCOME) and self._answer_income(area):
            return
        is_last = not (self.queue and self.queue[0].name == "brainstone")
        for questions in (MAX_QUESTIONS, 1) if is_last else (1,):
            if (trial := self._move_stone(self.table, area, questions)) is not None:
                self.table.adopt(trial)
                return
        raise Refusal(f"{command}: the brainstone cannot go there")

    def _answer_income(self, area: int) -> bool:
        """All answers of an income at once, if some order of its charges asks for them."""
        end = income_end(self.table, self.line_seat, [area, *self._coming_areas()])
        if end is None:
            return False
        trial = self._move_stone(self.table, end, MAX_QUESTIONS)
        if trial is None:
            return False
        while self.queue and self.queue[0].name == "brainstone":
            self.queue.popleft()
        self.table.adopt(trial)
        return True

    def _coming_areas(self) -> list[int]:
        """The areas that the next commands of the line name."""
        following = takewhile(lambda command: command.name == "brainstone", self.queue)
        return [code_of(AREA_OF_WORD, command.arguments[0], "area") for command in following]

    def _move_stone(self, table: Table, area: int, questions: int) -> Table | None:
        """The table after up to so many questions in a row, if the stone then lies in the area."""
        is_asked = not table.over and table.seat == self.line_seat
        if not questions or not is_asked or table.task != MOVE_BRAINSTONE:
            return table if int(table.player(self.line_seat)["brainstone"]) == area else None
        for choice in range(2):
            trial = table.copy()
            trial.play(A_BRAINSTONE + choice)
            if (found := self._move_stone(trial, area, questions - 1)) is not None:
                return found
        return None


HANDLERS: dict[str, Callable[[Player, Command], None]] = {
    "faction": Player.faction,
    "bid": Player.bid,
    "booster": Player.booster,
    "income": Player.income,
    "spend": Player.spend,
    "burn": Player.burn,
    "build": Player.build,
    "up": Player.up,
    "action": Player.action,
    "special": Player.special,
    "federation": Player.federation,
    "pass": Player.pass_,
    "": Player.end_turn,
    "tech": Player.tech,
    "cover": Player.cover,
    "fedtile": Player.fedtile,
    "swap-PI": Player.swap_institute,
    "lostPlanet": Player.lost_planet,
    "decline": Player.decline,
    "charge": Player.charge,
    "brainstone": Player.brainstone,
}
