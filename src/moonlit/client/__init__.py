"""Play on a running server from a program.

`Client(url)` makes and joins tables; a `Table` is iterated for its states and takes moves.
"""

from moonlit.client.client import Client
from moonlit.client.errors import Refused, Unreachable
from moonlit.client.table import Table

__all__ = ["Client", "Refused", "Table", "Unreachable"]
