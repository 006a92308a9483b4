"""Random legal play in other libraries. Runs in their venvs: imports nothing of ours.

Each peer makes, from the words of a task, (what to call, the decisions that a call makes). Drawing
the action is part of the work on every side; chance events are not counted as decisions.
"""

import importlib
import random

STEPS = 100  # decisions of one call, one at a time from Python
SCAN = 16  # decisions of each game in one call of a compiled loop


def pettingzoo(module, observed):
    """The mask comes with the observation: there is no way to ask for it alone."""
    import numpy

    env = importlib.import_module(f"pettingzoo.classic.{module}").raw_env()
    env.reset(seed=1)

    def turns():
        for _ in range(STEPS):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
            else:
                ids = numpy.flatnonzero(observation["action_mask"])
                env.step(int(ids[int(random.random() * len(ids))]))

    return turns, STEPS


def open_spiel(name, observed):
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def turns():
        nonlocal state
        left = STEPS
        while left:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                ids = state.legal_actions()
                if observed:
                    state.observation_tensor()
                state.apply_action(ids[int(random.random() * len(ids))])
                left -= 1

    return turns, STEPS


def catanatron(name, observed):
    from catanatron import Color, Game, RandomPlayer

    def deal():
        return Game([RandomPlayer(colour) for colour in Color])

    game = deal()

    def turns():
        nonlocal game
        for _ in range(STEPS):
            if game.winning_color() is not None:
                game = deal()
            game.play_tick()

    return turns, STEPS


def rlcard(name, observed):
    import rlcard

    env = rlcard.make(name)
    state, _ = env.reset()

    def turns():
        nonlocal state
        for _ in range(STEPS):
            ids = list(state["legal_actions"])
            state, _ = env.step(ids[int(random.random() * len(ids))])
            if env.is_over():
                state, _ = env.reset()

    return turns, STEPS


def compiled_loop(init, one, batch):
    """`one(state, key) -> state` over a batch and some steps, as one function that JAX compiles."""
    import jax

    @jax.jit
    def play(states, key):
        keys = jax.random.split(key, (SCAN, batch))
        return jax.lax.scan(lambda s, k: (jax.vmap(one)(s, k), None), states, keys)[0]

    states = jax.jit(jax.vmap(init))(jax.random.split(jax.random.PRNGKey(1), batch))
    count = 0

    def turns():
        nonlocal states, count
        count += 1
        states = jax.block_until_ready(play(states, jax.random.PRNGKey(count)))

    return turns, batch * SCAN


def drawn(mask, key):
    """One of the legal actions, all equally likely."""
    import jax

    return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf))


def pgx(name, observed, batch):
    """Without observation it is dropped from the state, so that the compiler leaves it out."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def bare(state):
        return state if observed else state.replace(observation=jax.numpy.zeros(()))

    def one(state, key):
        chosen, stepped = jax.random.split(key)
        return bare(step(state, drawn(state.legal_action_mask, chosen), stepped))

    return compiled_loop(lambda key: bare(env.init(key)), one, int(batch))


def jumanji(name, observed, batch):
    """Games for one. What is kept of a step decides what the compiler leaves out."""
    import jax
    import jumanji
    from jumanji.wrappers import AutoResetWrapper

    env = AutoResetWrapper(jumanji.make(name))

    def kept(state, step):
        seen = step.observation if observed else ()
        return state, step.observation.action_mask, seen

    def one(carried, key):
        state, mask, _ = carried
        chosen = drawn(mask.reshape(-1), key)
        if mask.ndim > 1:
            chosen = jax.numpy.stack(jax.numpy.unravel_index(chosen, mask.shape))
        return kept(*env.step(state, chosen))

    return compiled_loop(lambda key: kept(*env.reset(key)), one, int(batch))


PEERS = {
    "pettingzoo": pettingzoo,
    "open_spiel": open_spiel,
    "catanatron": catanatron,
    "rlcard": rlcard,
    "pgx": pgx,
    "jumanji": jumanji,
}
