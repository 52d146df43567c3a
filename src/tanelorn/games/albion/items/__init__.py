"""Magic items at work: artifact searches (albion/20.3), items that change hands (20.1), looks by items (20.6/17, /18).

Who has an item and may use it is in `state.magic_items`; what becomes of the items of the dead (20.5) in
`losses.spoils`. It uses `stacks` and what that uses.
"""
