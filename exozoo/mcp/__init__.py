"""A server of the Model Context Protocol: assistants play games and are coached. Extra `llm`."""
