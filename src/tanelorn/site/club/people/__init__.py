"""The people of a site with accounts: who they are, how they sign in, what they wish."""
