"""What is shown of Five Cities: the table, and the chart that lies on it."""
