"""What comes in and goes out: JSON that is read, refusals that are told, answers that are compressed."""
