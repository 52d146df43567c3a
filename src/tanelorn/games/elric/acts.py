"""Choices of Elric: the kernel's small acts."""

from tanelorn.core.acts import Act, Acts, Labels

__all__ = ["Act", "Acts", "Labels"]
