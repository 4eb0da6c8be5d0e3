"""What players have made of puzzles: their first try at each."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
TEXTS = {"player": 16, "puzzle": 40, "game": 40}  # with their most letters


def upgrade() -> None:
    kinds: dict[str, Any] = {"solved": sa.Boolean(), "rating": sa.Float(), "at": sa.BigInteger()}
    kinds |= {name: sa.String(most) for name, most in TEXTS.items()}
    columns = [sa.Column(name, kind, nullable=False) for name, kind in kinds.items()]
    op.create_table("puzzle_tries", *columns, sa.PrimaryKeyConstraint("player", "puzzle"))


def downgrade() -> None:
    op.drop_table("puzzle_tries")
