"""A site with accounts, over what one screen has: people gather at tables, agree on their pace, write and are told."""
