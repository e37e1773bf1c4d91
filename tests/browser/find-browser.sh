#!/bin/sh
# Makes sure that there is a Chromium or Chrome for the browser tests, and Korean faces.
set -eu

find_browser() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable chrome; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
            return 0
        fi
    done
    return 1
}

if find_browser; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-nanum >/dev/null
fi
if ! find_browser; then
    echo "The browser tests need Chromium or Chrome: install one, or name it in CHROMIUM." >&2
    exit 1
fi
