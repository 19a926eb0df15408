"""Options of the whole test run."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

# Run in the background of a script one is deaf to Ctrl-C, and so are the commands one starts; those that are tried must hear it.
signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # Ray reads it when it is imported, and would call home


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--range-vectors",
        metavar="FILE",
        default=None,
        help="ranges, hubs and placements of The Great Zimbabwe (default: tests/data/zimbabwe-range-vectors.json)",
    )


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """A real Ray cluster of two nodes with two cores each, on this machine; the test process is a driver of it."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    from mutapa.search import connect

    node = {"num_cpus": 2, "object_store_memory": 80 << 20}
    # A lost node is noticed within four seconds, not twenty.
    health = {"health_check_initial_delay_ms": 1000, "health_check_period_ms": 1000, "health_check_failure_threshold": 4}
    found = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False, "_system_config": health})
    found.add_node(**node)
    ray = connect.connect(found.address)
    yield found
    ray.shutdown()
    found.shutdown()
