"""`python -m tanelorn.site`: serve the local site on the usual port."""

import sys

from tanelorn.site.serve import CannotServe, serve

if __name__ == "__main__":
    try:
        serve(open_browser=False)
    except CannotServe as error:
        print(error, file=sys.stderr)
        sys.exit(2)
