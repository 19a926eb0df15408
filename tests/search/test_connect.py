"""How a cluster is started here; the rest is tried with real ones (`tests/experiments/workers`, `tests/end_to_end`)."""

from __future__ import annotations

import os

import pytest

from mutapa.search import connect


def test_settings_of_a_cluster_started_here_are_gone_afterwards_and_others_own_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = "RAY_event_stats", "RAY_prestart_worker_first_driver"
    monkeypatch.setenv(own, "1")
    before = dict(os.environ)
    with connect._sparing():
        assert (os.environ[own], os.environ[other]) == ("1", "0")
        assert all(f"RAY_{name}" in os.environ for name in connect.SPARING)
    assert dict(os.environ) == before
