"""The pages of the site, and the data that they fetch."""
