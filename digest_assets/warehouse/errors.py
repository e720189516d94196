"""What can be wrong with a warehouse, in one line that names the file and the mend."""


class WarehouseError(Exception):
    """The warehouse cannot be used as it is (wrong version, no permission, …): the call is wrong, exit code 2."""


class StorageError(Exception):
    """The work failed on the way (disk full, file vanished): nothing is half written, exit code 1."""
