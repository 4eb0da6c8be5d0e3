"""Reviews in these tests are quicker than quick: how good they are, bench/review.py tells."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from moonlit.study.plan import BUDGETS, Budget

QUICK = BUDGETS["quick"]  # as people have it


@pytest.fixture(autouse=True, scope="module")
def _small_budget() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(BUDGETS, "quick", Budget(8_000, 40, 400, 4, 4, 16))
        yield
