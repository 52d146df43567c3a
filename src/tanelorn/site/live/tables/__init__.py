"""A live table: in memory, written before anybody sees a change; its bots and where they think."""
