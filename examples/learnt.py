"""What examples/learn.py has trained, as a bot: it takes a seat wherever a bot may.

    python examples/learn.py --save examples/learnt.zip
    cd examples && moonlit seat LINK learnt:Learnt

`MOONLIT_LEARNT` names the file, if it is not learnt.zip in the current folder.
"""

from __future__ import annotations

import os
from typing import Any

from sb3_contrib import MaskablePPO


class Learnt:
    scaled = True  # it was trained on scaled observations

    def __init__(self) -> None:
        self.model = MaskablePPO.load(os.environ.get("MOONLIT_LEARNT", "learnt.zip"), device="cpu")

    def choose_action(self, observation: Any, mask: Any) -> int:
        action, _ = self.model.predict(observation, action_masks=mask, deterministic=True)
        return int(action)
