"""What can be wrong with a warehouse, in one line that names the file and the mend."""


class WarehouseError(Exception):
    """The warehouse cannot be used as it is (wrong version, no permission, …): the call is wrong, exit code 2."""


class StorageError(Exception):
    """The work failed on the way (disk full, file vanished): nothing is half written, exit code 1."""


def first_line(error: BaseException) -> str:
    """The first line of what an error says, its kind where it says nothing."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
