"""The asset graph, one module per asset in the order of the graph, each a thin shell over the core.

Belongs here: reading a partition's inputs, calling the core, writing the partition, metadata. Never here: parsing,
judging, SQL longer than a line.
"""
