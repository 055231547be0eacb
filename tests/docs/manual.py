# SPDX-License-Identifier: MIT
"""The pages of the manual: those for websites are what man/make makes, and lead to each other. No
table is too wide for a terminal of 80 columns.

@smoke @format @rng @option
"""

import html
import re
import tempfile
import unittest

from helper import ROOT, read, tool

MANUAL = ROOT / "man"
PAGES = sorted(page.name for page in MANUAL.glob("*.[0-9]"))


class Manual(unittest.TestCase):
    def test_pages_for_websites_are_what_man_make_makes(self):
        with tempfile.TemporaryDirectory() as folder:
            tool(MANUAL / "make", folder)
            for name in PAGES:
                made = read(f"{folder}/{name}.md")
                self.assertTrue(made == read(MANUAL / f"{name}.md"), f"{name}.md: run make manual")
        there = sorted(page.name for page in MANUAL.glob("*.md"))
        self.assertEqual(there, [f"{name}.md" for name in PAGES])

    def test_a_page_for_websites_has_all_letters_of_the_manual(self):
        """Those that mandoc writes as text, in their order, without the numbers of its lists."""
        for name in PAGES:
            blocks = read(MANUAL / f"{name}.md").decode("utf-8").split("\n\n")[3:]
            found = html.unescape(re.sub(r"<[^>]*>", "", "".join(blocks)))
            page = tool("mandoc", "-T", "utf8", "-O", "width=1000", MANUAL / name).decode("utf-8")
            # The title has the first line, the section NAME, and the last line.
            page = re.sub(".\b", "", page).split("\nNAME\n")[1].partition("\n\n")[2]
            expected = page.rpartition("\n\n")[0]
            with self.subTest(name):
                letters = r"[^\W\d_]"
                self.assertEqual("".join(re.findall(letters, found)),
                                 "".join(re.findall(letters, expected)))

    def test_links_lead_to_headings_and_pages(self):
        anchors = {}
        for name in PAGES:
            headings = re.findall(r"^#+ (.*)$", read(MANUAL / f"{name}.md").decode(), re.M)
            anchors[f"{name}.md"] = {
                re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings
            }
        for page in anchors:
            text = read(MANUAL / page).decode("utf-8")
            links = set(re.findall(r'href="([^"]*)"|\]\(([^)]*)\)', text))
            self.assertGreater(len(links), 3)
            for link in {first or second for first, second in links}:
                file, _, anchor = link.partition("#")
                if not file.startswith("https://"):
                    self.assertIn(file or page, anchors, f"{page}: {link}")
                if anchor and not file:
                    self.assertIn(anchor, anchors[page], f"{page}: {link}")

    def test_no_blank_line_is_inside_html(self):
        """It would end the HTML, and what follows would be Markdown."""
        for name in PAGES:
            for block in read(MANUAL / f"{name}.md").decode("utf-8").split("\n\n")[3:]:
                if not block.startswith("#"):
                    self.assertEqual(block.count("<dl>"), block.count("</dl>"), block)
                    self.assertEqual(block.count("<pre>"), block.count("</pre>"), block)
