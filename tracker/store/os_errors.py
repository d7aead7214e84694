"""What the system refused, said in the reader's language."""

from __future__ import annotations

import errno

from tracker.core.text import Text, text

_SAID: dict[int, Text] = {
    errno.ENOENT: text("there is no such file or folder"),
    errno.ENOTDIR: text("a part of its path is no folder"),
    errno.EISDIR: text("this is a folder, not a file"),
    errno.EEXIST: text("something of that name is there already"),
    errno.EACCES: text("no permission for this file or its folder"),
    errno.EPERM: text("no permission for this file or its folder"),
    errno.EROFS: text("the disk is read-only"),
    errno.ENOSPC: text("the disk is full"),
    errno.EDQUOT: text("your share of the disk is used up"),
    errno.EFBIG: text("the file is too large"),
    errno.ENAMETOOLONG: text("the name is too long for a file"),
    errno.ELOOP: text("its links lead round in a circle"),
    errno.EIO: text("the disk does not answer as it should"),
    errno.EINVAL: text("this is no ordinary file"),
    errno.EMFILE: text("too many files are open"),
    errno.ESTALE: text("the network file is gone"),
    errno.ENXIO: text("this is no ordinary file"),
    errno.EPIPE: text("nobody reads any more"),
    errno.ENOEXEC: text("this is no program"),
}


def os_error_said(error: OSError) -> Text:
    """Say why something could not be read, written or started."""
    found = _SAID.get(error.errno or 0)
    if found is not None:
        return found
    return text("the system says: error {number}", number=errno.errorcode.get(error.errno or 0, type(error).__name__))
