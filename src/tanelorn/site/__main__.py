"""`python -m tanelorn.site`: serve the local site on the usual port."""

from tanelorn.site.serve import serve

if __name__ == "__main__":
    serve(open_browser=False)
