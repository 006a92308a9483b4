"""How promising each legal action looks at first sight: what greedy, heuristic and search share.

A weighing is five kernels over a state record:

    weigh(s, mask, worth, scratch, slot, out)   out[action] in points for each legal action of
                                         s.seat; `scratch[slot]` and the SCRATCH - 1 behind it are
                                         records to try things on. Returns the decision that is best
                                         after the best action, if it has looked that far, else NONE
    appraise(s, worth, points)           points[seat]: what each seat is likely to end with
    advance(work, position, mask, worth, out)   play what weighs most on work[position]: one action,
                                         or the rest of the turn; the SCRATCH records behind it are
                                         used
    advance_other                        the same for other seats than the one that searches
    begins_turn(s)                       whether s.seat is about to take a turn, not within one or
                                         answering another's; search appraises there

and `worth`, the table of weights that they count with (`exozoo.agents.heuristics.table`).

All may look at the whole record: hand them a re-dealt copy (`determinize`), so that nothing hidden
is used. A game's own weighing stands in the module that its `extras` name: `appraise`, and whatever
else of these suits the game.

How a turn is weighed:

    weigh                     if actions can be judged better than by the appraisal after the turn they begin
    begins_turn               if seats also decide outside of their turns
    haste(worth)              points that each decision of a turn costs, if turns could be drawn out for nothing
    alone(worth)              whether choices within a turn are made by the own position only
    own_value(s, seat, worth, known)   the appraisal of one seat
    new_known()               a record on the stack for what an appraisal can tell the next one, empty
                              where its `count` is 0
    renew(target, source)     copies a position over another one of the same game
    glance(s, mask)           marks two or more legal actions if there are so many, in less time than all

How search uses it:

    TURNS_AHEAD               own turns that are played on before the appraisal, if not as elsewhere
    NEAR, TURNS_LATER         the turns after so many simulations
    SWAY                      points by which choices are swayed while search plays on, after NEAR simulations
    is_aside(action)          whether it takes no turn, so that it is not swayed
    BRIEF                     decisions: if a chapter ends after fewer, swayed simulations play on through the next
    TURNS_IN_TIME             the turns if time is limited instead of simulations
    OTHERS_PASS               other seats matter little: while search plays on they take any action
    AT_SPEED                  what rows of the table are while search plays on and looks ahead itself
    TRUST                     in the values of a network, if the appraisal still counts beside them
    chapter(s)                a number that grows where turns before and after cannot be compared, so that
                              search appraises there
    is_settled(s)             whether the weighing knows a decision better than a search, which leaves it alone
    is_certain(s)             whether nothing is hidden or left to chance: a position is played on but once
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from exozoo.agents.heuristics.table import PLAIN, RIVAL, heuristic_of, shipped_worth
from exozoo.envs.core.codes import NONE, ZERO
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import bind, jit
from exozoo.envs.core.kernels import count_legal, next_legal, nth_legal
from exozoo.envs.core.memory import borrowed, on_stack, part_of
from exozoo.envs.core.state import MAX_SEATS

WEIGHINGS = ("even", "score", "heuristic")
TURN_HOOKS = (
    "haste",
    "alone",
    "own_value",
    "new_known",
    "renew",
    "glance",
)  # of a heuristic that only appraises
SCRATCH = 4  # records that a weighing may use to try things on
TURNS_AHEAD = 1  # own turns that search plays on before it appraises
TRUST = 1.0  # in the values of a network, where search has one
new_nothing = on_stack(np.dtype([("count", np.int64)]))  # where appraisals tell each other nothing
TURN_DECISIONS = 12  # of one's own that are played on after an action, at most


def step(s, action): ...
def play(s, action, mask): ...
def appraise(s, worth, points): ...
def appraise_all(s, worth, points, known): ...
def standing(scratch, slot, seat, worth, points, known): ...
def settle(s, mask): ...
def settle_turn(s, seat, mask): ...
def legal(s, mask): ...
def glance(s, mask): ...
def weigh(s, mask, worth, scratch, slot, out): ...
def haste(worth): ...
def alone(worth): ...
def own_value(s, seat, worth, known): ...
def new_known(): ...
def renew(target, source): ...


@jit
def weigh_evenly(s, mask, worth, scratch, slot, out):
    """Nothing known: all actions alike."""
    out[:] = 0.0
    return NONE


def _weigh_by_score(s, mask, worth, scratch, slot, out):
    """The lead over the best other seat right after the action, by the points in plain sight."""
    seat = np.int64(s.seat)
    for action in range(mask.size):
        if mask[action]:
            scratch[slot] = s
            tried = scratch[slot]
            step(tried, np.int64(action))
            best = -np.inf
            for other in range(tried.num_players):
                if other != seat:
                    best = max(best, np.float64(tried.scores[other]))
            out[action] = tried.scores[seat] - (best if tried.num_players > 1 else 0.0)
    return NONE


def _weigh_by_turn(s, mask, worth, scratch, slot, out):
    """The appraisal of the own seat, less a part of the best rival's, when the turn is over.

    The rest of the turn is played step by step, each time by the appraisal right after the step;
    each of these decisions costs `haste`, so that of turns that end alike the shortest is taken.
    If they are chosen `alone`, rivals count only when the turn is over, which takes half the time for two.
    The position after the best turn is left in scratch[slot + 2], for `_advance_turn`.
    """
    seat, worth = np.int64(s.seat), borrowed(worth)
    trial_mask = np.zeros(mask.size, np.uint8)
    points = np.zeros(MAX_SEATS)
    highest, is_alone = -np.inf, alone(worth)
    known = new_known()
    known.count = 0
    for record in range(SCRATCH):
        scratch[slot + record] = s
    now, trial, kept = slot, slot + 1, slot + 3  # records that change places
    action = next_legal(mask, ZERO)
    while action < mask.size:
        renew(scratch[now], s)
        step(scratch[now], action)
        scratch[now].ply += 1
        settle_turn(scratch[now], seat, trial_mask)
        decisions = 0
        for _ in range(TURN_DECISIONS):
            if scratch[now].over or scratch[now].seat != seat:
                break
            best_value = -np.inf
            reply = next_legal(trial_mask, ZERO)
            while reply < mask.size:
                renew(scratch[trial], scratch[now])
                step(scratch[trial], reply)
                if is_alone and not scratch[trial].over:
                    value = own_value(scratch[trial], seat, worth, known)
                else:
                    value = standing(scratch, trial, seat, worth, points, known)
                if value > best_value:
                    best_value, trial, kept = value, kept, trial
                reply = next_legal(trial_mask, reply + 1)
            now, kept = kept, now
            scratch[now].ply += 1
            settle_turn(scratch[now], seat, trial_mask)
            decisions += 1
        out[action] = standing(scratch, now, seat, worth, points, known) - haste(worth) * decisions
        if out[action] > highest:
            highest = out[action]
            renew(scratch[slot + 2], scratch[now])
        action = next_legal(mask, action + 1)
    return NONE


def _settle_turn(s, seat, mask):
    """As the core's `settle`, but when the seat's turn is over, nobody asks for more than a glance at the mask."""
    while True:
        mask[:] = 0
        if s.over:
            return
        if s.seat == seat:
            legal(s, mask)
        else:
            glance(s, mask)
        if not s.auto_resolve or count_legal(mask) != 1:
            return
        step(s, nth_legal(mask, ZERO))


def _advance(work, position, mask, worth, out):
    """Play the action that is weighed best, and what is known to be best after it."""
    then = weigh(work[position], mask, worth, work, position + 1, out)
    best, highest, seat = NONE, -np.inf, work[position].seat
    action = next_legal(mask, ZERO)
    while action < mask.size:
        if best == NONE or out[action] > highest:
            best, highest = action, out[action]
        action = next_legal(mask, action + 1)
    play(work[position], best, mask)
    if then != NONE and work[position].seat == seat and mask[then]:
        play(work[position], then, mask)


def _advance_first(work, position, mask, worth, out):
    """Play the first legal action, without a thought."""
    play(work[position], next_legal(mask, ZERO), mask)


def _advance_turn(work, position, mask, worth, out):
    """Play the best turn, which `_weigh_by_turn` has already played on a copy."""
    weigh(work[position], mask, worth, work, position + 1, out)
    work[position] = work[position + 1 + 2]
    settle(work[position], mask)


@jit
def no_haste(worth):
    """Where turns may be as long as they like."""
    return 0.0


@jit
def never_alone(worth):
    """Where rivals count in every choice."""
    return False


@jit
def any_time(s):
    """Where seats decide only in their own turns."""
    return True


@jit
def never_settled(s):
    """Where search may be right about every decision."""
    return False


@jit
def never_certain(s):
    """Where something is hidden or left to chance."""
    return False


@jit
def never_aside(action):
    """Where every action takes a turn or belongs to one."""
    return False


@jit
def no_chapters(s):
    """Where one turn is as good a moment to appraise as another."""
    return 0


def _own_value(s, seat, worth, known):
    """The seat's appraised points, where a heuristic does not tell them alone."""
    points = np.zeros(MAX_SEATS)
    appraise(s, worth, points)
    return points[seat]


def _appraise_anew(s, worth, points, known):
    """All seats, where appraisals tell each other nothing."""
    appraise(s, worth, points)


def _appraise_each(s, worth, points, known):
    """All seats, by what is known of each."""
    for seat in range(s.num_players):
        points[seat] = own_value(s, np.int64(seat), worth, known)


def _standing(scratch, slot, seat, worth, points, known):
    """The seat's appraised points, less a part of the best rival's; the real ones at the end."""
    s = scratch[slot]
    if s.over:
        for other in range(s.num_players):
            points[other] = s.scores[other]
    else:
        appraise_all(s, worth, points, known)
    rival = 0.0
    for other in range(s.num_players):
        if other != seat:
            rival = max(rival, points[other])
    return points[seat] - worth[RIVAL, 0] * rival


@jit
def appraise_by_score(s, worth, points):
    """The points in plain sight."""
    for seat in range(s.num_players):
        points[seat] = s.scores[seat]


def bind_turn(
    game: Game,
    appraise: Any,
    haste: Any = no_haste,
    alone: Any = never_alone,
    own_value: Any = None,
    new_known: Any = new_nothing,
    renew: Any = None,
    glance: Any = None,
) -> SimpleNamespace:
    """`weigh` by an appraisal at the end of the turn that an action begins, and `advance` by it."""
    if own_value:
        appraise_all = bind(_appraise_each, own_value=own_value)
    else:
        appraise_all = bind(_appraise_anew, appraise=appraise)
    standing = bind(_standing, appraise_all=appraise_all)
    settle_turn = bind(
        _settle_turn,
        step=game.rules.step,
        legal=game.rules.legal,
        glance=glance or game.rules.legal,
    )
    fields = game.dtype.names or ()
    weigh = bind(
        _weigh_by_turn,
        step=game.rules.step,
        settle_turn=settle_turn,
        standing=standing,
        haste=haste,
        alone=alone,
        own_value=own_value or bind(_own_value, appraise=appraise),
        new_known=new_known,
        renew=renew or part_of(game.dtype, fields[0], fields[-1])[1],
    )
    advance = bind(_advance_turn, weigh=weigh, settle=game.kernels.settle)
    return SimpleNamespace(weigh=weigh, advance=advance)


def bind_actions(game: Game, weigh: Any) -> SimpleNamespace:
    """A given `weigh`, and `advance` by it."""
    return SimpleNamespace(weigh=weigh, advance=bind(_advance, weigh=weigh, play=game.kernels.play))


@cache
def bind_weighing(game: Game, name: str) -> SimpleNamespace:
    """The kernels of one weighing of a game's actions."""
    if name not in WEIGHINGS:
        raise ValueError(f"weighing {name!r}: allowed are {', '.join(map(repr, WEIGHINGS))}")
    if name == "even":
        bound = bind_actions(game, weigh_evenly)
    elif name == "score":
        bound = bind_actions(game, bind(_weigh_by_score, step=game.rules.step))
    else:
        module = heuristic_of(game)
        own_weigh = getattr(module, "weigh", None)
        if own_weigh:
            bound = bind_actions(game, own_weigh)
        else:
            hooks = {name: getattr(module, name) for name in TURN_HOOKS if hasattr(module, name)}
            bound = bind_turn(game, module.appraise, **hooks)
        bound.appraise = module.appraise
        bound.worth = shipped_worth(game)
        bound.begins_turn = getattr(module, "begins_turn", any_time)
        bound.chapter = getattr(module, "chapter", no_chapters)
        bound.is_settled = getattr(module, "is_settled", never_settled)
        bound.is_certain = getattr(module, "is_certain", never_certain)
        bound.is_aside = getattr(module, "is_aside", never_aside)
        bound.advance_other = bound.advance
        if getattr(module, "OTHERS_PASS", False):
            bound.advance_other = bind(_advance_first, play=game.kernels.play)
        return bound
    bound.appraise, bound.begins_turn = appraise_by_score, any_time
    bound.worth, bound.chapter = PLAIN, no_chapters
    bound.is_settled, bound.is_certain, bound.is_aside = never_settled, never_certain, never_aside
    bound.advance_other = bound.advance
    return bound


class Ahead(NamedTuple):
    """How many own turns search plays on: `turns` in the first `near` simulations, then `later`, with choices swayed by points.

    Swayed ones play on through the next chapter, too, if fewer than `brief` decisions of this one are left.
    """

    turns: int
    near: int
    later: int
    sway: float = 0.0
    brief: int = 0

    @classmethod
    def always(cls, turns: int) -> Ahead:
        """The same in all simulations."""
        return cls(turns, 0, turns)


def turns_ahead(game: Game, name: str, is_timed: bool) -> Ahead:
    """How far search plays on by a weighing, if it is not told."""
    if name != "heuristic":
        return Ahead.always(TURNS_AHEAD if name == "score" else 0)
    module = heuristic_of(game)
    turns: int = getattr(module, "TURNS_AHEAD", TURNS_AHEAD)
    if is_timed and hasattr(module, "TURNS_IN_TIME"):
        return Ahead.always(module.TURNS_IN_TIME)
    near, later = getattr(module, "NEAR", 0), getattr(module, "TURNS_LATER", turns)
    sway, brief = getattr(module, "SWAY", 0.0), getattr(module, "BRIEF", 0)
    return Ahead(turns, near, later, sway, brief)


def trust_in_networks(game: Game, name: str) -> float:
    """Share of a network's values against those of a weighing's appraisal, if search is not told."""
    return getattr(heuristic_of(game), "TRUST", TRUST) if name == "heuristic" else TRUST


def settled_rows(game: Game, name: str, states: np.ndarray) -> np.ndarray:
    """Rows of the positions that a weighing settles."""
    is_settled = bind_weighing(game, name).is_settled
    if is_settled is never_settled:
        return np.zeros(0, np.int64)
    return np.flatnonzero([is_settled(state) for state in states])


def quick_worth(game: Game, name: str, worth: np.ndarray) -> np.ndarray:
    """The table by which search plays on: it looks ahead itself, and often."""
    quick = worth.copy(order="K")
    if name == "heuristic":
        for row, value in getattr(heuristic_of(game), "AT_SPEED", {}).items():
            quick[row] = value
    return quick
