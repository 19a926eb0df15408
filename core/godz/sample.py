"""A playout move: uniform over the legal actions."""

from __future__ import annotations

from mutapa.core.game import sample_legal
from mutapa.core.godz.legal import legal

sample = sample_legal(legal)
