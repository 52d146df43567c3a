"""Live tables: what is held in memory while pages look at it, and what they are told over their sockets."""
