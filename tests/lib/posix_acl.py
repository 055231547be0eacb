# SPDX-License-Identifier: MIT
"""POSIX ACLs as the Linux kernel keeps them."""

import errno
import os
import struct

ACCESS = "system.posix_acl_access"
DEFAULT = "system.posix_acl_default"  # of a folder: what its new files get
_NOBODY = 2**32 - 1


def build(group_bits, user, user_bits, users=1):
    """An ACL: rw for the owner, these bits for the group and for users from `user` on, none for
    others; the mask is rw.
    """
    owner = (1, 6, _NOBODY)
    named_users = [(2, user_bits, user + i) for i in range(users)]
    group = (4, group_bits, _NOBODY)
    mask = (16, 6, _NOBODY)
    others = (32, 0, _NOBODY)
    entries = [owner, *named_users, group, mask, others]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def find(path):
    """The ACL of a file, or None."""
    try:
        return os.getxattr(path, ACCESS)
    except OSError as error:
        if error.errno not in (errno.ENODATA, errno.EOPNOTSUPP):
            raise
        return None
