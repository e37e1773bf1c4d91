"""How the pages of docs/ become a site: `make docs-site`.

Sphinx reads the Markdown as it is; nothing of what it writes loads anything from another host.
"""

from hanabi_log import __version__

project = "hanabi-log"
author = "The hanabi-log founders"
release = version = __version__
extensions = ["myst_parser"]
exclude_patterns = ["making", "man"]

# Links between pages may name a heading; one that is not there is an error.
myst_heading_anchors = 4
nitpicky = True

html_theme = "furo"
html_title = "hanabi-log"
html_copy_source = False
html_show_copyright = False
html_show_sourcelink = False
