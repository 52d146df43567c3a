"""Games with a planted fault each. Every one must make its check fail."""
