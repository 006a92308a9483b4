"""Language models as players: prompts, strict answers, and the agent `llm`."""
