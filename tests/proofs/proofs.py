"""The long proofs by name, shortest first. See `tests.proofs.chunks`; ``python -m tests.proofs --help``."""

from tests.proofs import caches, differential, godz_differential, raising, stone_age_differential

PROOFS = {each.PROOF.name: each.PROOF for each in (raising, stone_age_differential, godz_differential, differential, caches)}
