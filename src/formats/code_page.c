/* SPDX-License-Identifier: MIT */
#include "formats/code_page.h"

#include "base/utf8.h"

#include <string.h>

const char code_page[] =
	u8"☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
	u8" !\"#$%&'()*+,-./"
	u8"0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~⌂"
	u8"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
	u8"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

unsigned code_page_find(const char *character)
{
	const size_t length = strlen(character);
	const char *found = code_page;
	uint32_t ignored_code;
	for (unsigned number = 1; *found; number++) {
		if (strncmp(found, character, length) == 0)
			return number;
		found += utf8_read(found, SIZE_MAX, &ignored_code);
	}
	return 0;
}
