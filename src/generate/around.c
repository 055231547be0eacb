/* SPDX-License-Identifier: MIT */
#include "generate/around.h"

#include "generate/around_doors.h"

bool around_dig_tunnels(struct around *around, const struct generation *generation)
{
	struct around_site *site = &around->site;
	around_site_start(site, generation);
	if (!around_join_rooms(&around->join, site))
		return false;
	if (!around_drop_unjoined(&around->join, site))
		return false;
	if (generation->map->recipe.loops == 0)
		return true;
	return around_dig_loops(&around->loops, site);
}

bool around_place_doors(struct around *around)
{
	return around_doors_place(&around->site);
}

void around_free(struct around *around)
{
	around_site_free(&around->site);
	around_join_free(&around->join);
	around_loops_free(&around->loops);
}
