"""Stacks rearranged (albion/11.9, 14.2, 14.3): what lies on top, who commands whom, escorts, items, what is aboard."""
