"""Makes pages that are written for GitHub fit for Python-Markdown."""

import posixpath
import re

LINK = re.compile(r"\[([^\]]*)\]\((\.\./[^)#\s]+)[^)]*\)")


def on_page_markdown(markdown, page, **_):
    lines = []
    fenced = False
    for line in markdown.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
            line = line.replace("```mosql", "```text")
        elif not fenced and line.startswith("|"):
            # GitHub needs the backslash in code of tables, Python-Markdown shows it.
            line = re.sub(r"`[^`]*`", lambda code: code.group().replace("\\|", "|"), line)
        lines.append(line)
    return LINK.sub(lambda link: _inside(link, page), "\n".join(lines))


def _inside(link, page):
    """A link to a file of the repository that is no page becomes its text."""
    folder = posixpath.dirname("docs/" + page.file.src_uri)
    path = posixpath.normpath(posixpath.join(folder, link.group(2)))
    return link.group() if path.startswith("docs/") else link.group(1)
