"""Storage: what was read, judged and written, for SQL and for recomputation.

Belongs here: opening, transactions, publishing, lineage, recompute. Never here: decisions about content.
"""

from digest_assets.warehouse.errors import StorageError, WarehouseError
from digest_assets.warehouse.store import StoredBriefing, Warehouse, Writer

__all__ = ["StorageError", "StoredBriefing", "Warehouse", "WarehouseError", "Writer"]
