#!/usr/bin/env python3
"""Checks that every relative link in the Markdown files of the repository leads to a file, and to a heading if it
names one; or that every relative link in a folder of HTML pages leads to a file.

    python3 .ci/links.py            # the Markdown files
    python3 .ci/links.py target/web # the pages of a site that was built there, without their headings

Prints each link that leads nowhere. The exit code is 1 if there is any, or if no links are found at all.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# `[text](target)`, `![text](target "title")`, `[name]: target` and `src="target"`.
LINKS = re.compile(r"""\]\(<?([^)\s>]+)[^)]*\)|^\[[^\]]+\]:\s+(\S+)|(?:href|src)=["']([^"']+)""", re.MULTILINE)
CODE = re.compile(r"^ *(```+|~~~+).*?^ *\1|(`+)[^`]+\2", re.MULTILINE | re.DOTALL)
FENCES = re.compile(r"^ *(```+|~~~+).*?^ *\1", re.MULTILINE | re.DOTALL)


def links(text: str) -> list[str]:
    """The targets of all links, without those in code."""
    found = LINKS.findall(CODE.sub("", text))
    return [next(filter(None, groups)) for groups in found]


def anchors(text: str) -> set[str]:
    """The names that GitHub gives to the headings."""
    names: set[str] = set()
    for heading in re.findall(r"^#+ +(.*?) *#*$", FENCES.sub("", text), re.MULTILINE):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        # Equal headings are numbered.
        copies = (f"{name}-{number}" for number in range(1, len(names) + 2))
        names.add(name if name not in names else next(copy for copy in copies if copy not in names))
    return names


def complaints(page: pathlib.Path, targets: list[str]) -> list[str]:
    wrong = []
    for target in targets:
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        place = (page.parent / path).resolve() if path else page
        if not place.exists():
            wrong.append(f"{page.relative_to(ROOT)}: no file for '{target}'")
        elif anchor and anchor not in anchors(place.read_text()):
            wrong.append(f"{page.relative_to(ROOT)}: no heading for '{target}'")
    return wrong


def check_site(site: pathlib.Path) -> None:
    """Checks the links of all pages of a site. Its page of errors may be shown at any address, so it is left out."""
    pages = [page for page in site.rglob("*.html") if page.name not in ("404.html", "toc.html")]
    wrong, count = [], 0
    for page in pages:
        text = re.sub(r"<script\b.*?</script>", "", page.read_text(encoding="utf8"), flags=re.DOTALL)
        for target in re.findall(r"""\b(?:href|src)=["']([^"'#?]+)""", text):
            if not re.match(r"[a-z]+:", target):
                count += 1
                if not (page.parent / target).exists():
                    wrong.append(f"{page}: no file for '{target}'")
    print("\n".join(wrong + [f"{count} links in {len(pages)} pages, {len(wrong)} wrong"]))
    sys.exit(1 if wrong or not count else 0)


def main() -> None:
    if len(sys.argv) > 1:
        check_site(pathlib.Path(sys.argv[1]))
    listed = subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    pages = {ROOT / name: links((ROOT / name).read_text()) for name in listed.splitlines()}
    wrong = [complaint for page, targets in pages.items() for complaint in complaints(page, targets)]
    print("\n".join(wrong + [f"{sum(map(len, pages.values()))} links in {len(pages)} files, {len(wrong)} wrong"]))
    sys.exit(1 if wrong or not any(pages.values()) else 0)


if __name__ == "__main__":
    main()
