# SPDX-License-Identifier: MIT
"""The parts of a PNG."""

import struct
import zlib


def read(image):
    """Its chunks, pairs of kind and content, without the data; and the data, which other releases of zlib pack otherwise."""
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, []
    while at < len(image):
        length, kind = struct.unpack(">I4s", image[at : at + 8])
        content, (crc,) = image[at + 8 : at + 8 + length], struct.unpack(">I", image[at + 8 + length : at + 12 + length])
        assert crc == zlib.crc32(kind + content)
        chunks.append((kind, content))
        at += 12 + length
    packed = b"".join(content for kind, content in chunks if kind == b"IDAT")
    assert chunks[2][0] == chunks[-2][0] == b"IDAT"
    return [chunk for chunk in chunks if chunk[0] != b"IDAT"], zlib.decompress(packed)
