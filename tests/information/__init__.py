"""What a seat cannot know reaches it in no way: see docs/reliability.md."""
