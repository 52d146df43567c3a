"""What is shown of the Young Kingdoms: the chart, what is drawn on it, cards, tables, facts by name."""
