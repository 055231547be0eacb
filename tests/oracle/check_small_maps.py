# SPDX-License-Identifier: MIT
"""Small maps have the digests of the catalogue: every fifth row, for `make smoke`. oracle/catalogue
compares more.

@smoke @nightly
"""

import catalogue
from helper import TestCase

TILES_MAX = 80 * 45


class SmallMaps(TestCase):
    def test_maps_have_the_digests_of_the_catalogue(self):
        faults = catalogue.check(catalogue.CATALOGUE, step=5, tiles_max=TILES_MAX)
        if faults:
            self.fail("\n".join(["", *faults]))
