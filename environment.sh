# Read by ./play and ./check: `environment EXTRA` makes .venv with Tanelorn in it and sets $bin.
# It installs again only when pyproject.toml has changed.

find_python() {
    for python in ${PYTHON:-} python3.13 python3.12 python3.11 python3 python; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$python"
            return
        fi
    done
    echo "Tanelorn needs Python 3.11 or newer. Install it, or name it: PYTHON=/path/to/python $0" >&2
    exit 1
}

environment() {
    bin=.venv/bin
    wanted="$(cksum <pyproject.toml) $(pwd)"
    for done in "$1" "[dev]"; do # what the tests need includes all that playing needs
        [ "$(cat ".venv/installed$done" 2>/dev/null || true)" = "$wanted" ] && return
    done
    python=$(find_python)
    if ! [ -x "$bin/python" ] || ! "$bin/python" -c 'import pip' 2>/dev/null; then
        echo "Making an environment in .venv ..."
        rm -rf .venv
        if ! "$python" -m venv .venv; then
            echo "Python's venv module is missing. On Debian: apt-get install python3-venv" >&2
            exit 1
        fi
    fi
    echo "Installing Tanelorn and what it needs (about a minute, once) ..."
    "$bin/python" -m pip install --quiet --disable-pip-version-check --editable ".$1"
    echo "$wanted" >".venv/installed$1"
}
