"""sb3-contrib's MaskablePPO on the batched environment, with the game network as its policy."""

from __future__ import annotations

import time
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback
from torch import Tensor, nn

from exozoo.agents.network.model import GameNetwork
from exozoo.agents.network.values import RETURNS
from exozoo.envs.wrappers.sb3 import GameVecEnv
from exozoo.training.progress import Run


class NetworkAdapter(nn.Module):
    """The game network in the place where SB3 has its MLP: logits and value are the latents.

    The value is what the own seat will receive: this learner trains no other seat's.
    """

    def __init__(self, network: GameNetwork, actions: int):
        super().__init__()
        self.network = network
        self.latent_dim_pi, self.latent_dim_vf = actions, 1

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        logits, values = self.network.estimate(features)
        return logits, values[:, 0, RETURNS, None]

    def forward_actor(self, features: Tensor) -> Tensor:
        return self(features)[0]

    def forward_critic(self, features: Tensor) -> Tensor:
        return self(features)[1]


class GamePolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy around a network that gives logits and value itself."""

    def __init__(self, *arguments: Any, network: GameNetwork, **named: Any):
        self._given = (network,)  # a bare module cannot be kept before Module.__init__
        super().__init__(*arguments, **{**named, "ortho_init": False, "net_arch": []})

    def _build(self, lr_schedule: Any) -> None:
        self.mlp_extractor = NetworkAdapter(self._given[0], int(self.action_space.n))  # type: ignore
        self.action_net = nn.Identity()
        self.value_net = nn.Identity()  # type: ignore[assignment]
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )


class TimedVecEnv(GameVecEnv):
    """Counts the seconds spent in it."""

    seconds = 0.0
    reward_scale = 1.0

    def step_wait(self) -> Any:
        started = time.perf_counter()
        observations, rewards, dones, infos = super().step_wait()
        self.seconds += time.perf_counter() - started
        return observations, rewards * self.reward_scale, dones, infos


class RunCallback(BaseCallback):
    """Hands every iteration to the run."""

    def __init__(self, run: Run, env: TimedVecEnv):
        super().__init__()
        self.run, self.env = run, env

    def _on_rollout_start(self) -> None:
        if self.num_timesteps > self.run.steps:
            seconds, self.env.seconds = self.env.seconds, 0.0
            logged = self.model.logger.name_to_value
            names = ("loss", "entropy_loss", "value_loss", "approx_kl", "explained_variance")
            numbers = {n: float(logged[f"train/{n}"]) for n in names if f"train/{n}" in logged}
            state = learner_state(self.model)
            self.run.iteration(self.num_timesteps, lambda: state, seconds, **numbers)

    def _on_step(self) -> bool:
        return True

    def _on_training_end(self) -> None:
        self._on_rollout_start()


def learner_state(model: BaseAlgorithm) -> dict[str, Any]:
    """All that a later run needs to go on."""
    return {
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "updates": int(model._n_updates),
    }


def train(run: Run) -> None:
    """From the run's last checkpoint to the end of its config."""
    config, ppo = run.config, run.config.ppo
    seed = run.seed_everything()
    env = TimedVecEnv(
        run.game,
        config.num_envs,
        opponents=run.pool,
        seat="random",
        reward=config.reward,
        threads=config.threads,
        players=config.tables[0],
        **config.options,
    )
    env.reward_scale = config.reward_scale
    env.seed(seed)

    def rate(left: float) -> float:
        return ppo.learning_rate * (0.1 + 0.9 * left if ppo.decay else 1.0)

    model = MaskablePPO(
        GamePolicy,
        env,
        learning_rate=rate,
        n_steps=ppo.rollout,
        batch_size=min(ppo.batch_size, ppo.rollout * config.num_envs),
        n_epochs=ppo.epochs,
        gamma=ppo.discount,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value,
        max_grad_norm=ppo.max_grad_norm,
        target_kl=ppo.target_kl,
        policy_kwargs={"network": run.network},
        seed=seed,
        device="cpu",
    )
    if run.learner_state:
        model.policy.load_state_dict(run.learner_state["policy"])
        model.policy.optimizer.load_state_dict(run.learner_state["optimizer"])
        model._n_updates = run.learner_state["updates"]
        model.num_timesteps = run.steps
    left = config.total_steps - run.steps
    with torch.enable_grad():
        model.learn(left, RunCallback(run, env), reset_num_timesteps=False)
    env.close()
