"""Bots think in threads beside an asyncio loop: a bounded number at once, first come first served.

The search releases Python's lock, so the loop goes on; one core is left to it where there are two.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

from moonlit.bots.bot import Bot, ask
from moonlit.core.match import Match

THREADS = max(1, (os.cpu_count() or 2) - 1)
_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")


async def think_aside(bot: Bot, match: Match, seed: int) -> str:
    """A bot's move, found in a thread of the pool, in the match as it is now."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_pool, ask, bot, match.copy(), seed)
