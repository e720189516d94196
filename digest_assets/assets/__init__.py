"""The asset graph, one module per asset in the order of the graph, each a thin shell over the core.

Belongs here: reading a partition's inputs, calling the core, writing the partition, metadata. Never here: parsing,
judging, SQL longer than a line.
"""

import warnings

from dagster import BetaWarning

# Range runs rest on BackfillPolicy, which Dagster still calls beta; nobody who loads the definitions can help it.
warnings.filterwarnings("ignore", message="Parameter `backfill_policy`", category=BetaWarning)
