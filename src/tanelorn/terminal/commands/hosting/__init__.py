"""Commands for hosts: starting a site, looking after it, and bringing it up to date."""
