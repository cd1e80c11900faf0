"""A preprocessor of mdBook: links that leave `docs` lead to the repository, so that they work on the site as well. A
`README.md` is an index there.

mdBook calls it with `supports html` first, then with the book as JSON on standard input.
"""

import json
import posixpath
import re
import sys


def rewrite(text: str, folder: str, repository: str) -> str:
    """The text of a page in `folder` with its links to files outside `docs` made absolute."""

    def target(link: re.Match) -> str:
        path = posixpath.normpath(posixpath.join("docs", folder, link[1]))
        inside = path == "docs" or path.startswith("docs/") and re.search(r"\.(md|svg|png)(#|$)", path)
        if inside or ":" in link[1]:
            return link[0].replace("README.md", "index.md")
        return f"]({repository}/blob/main/{path})"

    return re.sub(r"\]\(([^)#\s][^)\s]*)\)", target, text)


def visit(items: list, repository: str) -> None:
    """Rewrites each page of a part of the book, and of what is below it."""
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            page = item["Chapter"]
            page["content"] = rewrite(page["content"], posixpath.dirname(page["path"] or ""), repository)
            visit(page["sub_items"], repository)


if sys.argv[1:2] != ["supports"]:
    context, book = json.load(sys.stdin)
    visit(book.get("items", book.get("sections")), context["config"]["output"]["html"]["git-repository-url"])
    json.dump(book, sys.stdout)
