"""The same rules on an NVIDIA GPU: games by the ten thousand, in the memory of the device.

    from moonlit.cuda import Engine
    engine = Engine("some-game", players=2)
    states = engine.setup(range(65536))
    actions, counts = engine.legal(states)

The kernels call the contract's functions (core/contract.py), which Numba finds by the type of the
state, as it does on a CPU: a seed means the same deal and the same moves lead to the same state,
byte for byte. Needs `pip install 'moonlit[cuda]'` and a GPU, or Numba's simulator.
"""

from __future__ import annotations

from moonlit.cuda.device import NoDevice, is_available
from moonlit.cuda.engine import Engine
from moonlit.cuda.search import flat_all, search_all

__all__ = ["Engine", "NoDevice", "flat_all", "is_available", "search_all"]
