"""One weighing of actions per game; see `exozoo.agents.weighing` for what a module holds."""
