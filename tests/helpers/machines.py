"""How the tests that make up their own steps are run."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine


def machine_test(machine: type[RuleBasedStateMachine], examples: int, steps: int) -> Any:
    """A test of so many examples, or of as many as MOONLIT_FUZZ says."""
    test: Any = pytest.mark.process(machine.TestCase)
    test.settings = settings(
        max_examples=int(os.environ.get("MOONLIT_FUZZ", examples)),
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return test
