"""Tables on disk, and the promises of their dice."""
