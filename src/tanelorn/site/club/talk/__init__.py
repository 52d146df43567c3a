"""What people say to each other at a table: letters, who may read them, and what is done about bad ones."""
