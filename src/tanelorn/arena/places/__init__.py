"""Where matches are played: in this process, in several of this machine, on a cluster; always with the same results."""
