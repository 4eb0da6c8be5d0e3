"""What /metrics tells, in Prometheus' format."""

from __future__ import annotations

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("moonlit_moves", "Moves made", ["game", "by"])
REFUSED = Counter("moonlit_refused", "Messages on sockets that were refused", ["key"])
COMMITTED = Counter("moonlit_events_committed", "Events written")
COMMIT_SECONDS = Histogram(
    "moonlit_commit_seconds",
    "Time of a commit",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5),
)
SOCKETS = Gauge("moonlit_sockets", "Open sockets and streams", multiprocess_mode="livesum")
LIVE_TABLES = Gauge("moonlit_live_tables", "Tables in memory", multiprocess_mode="livesum")
THINKING = Gauge("moonlit_bots_thinking", "Bots thinking now", multiprocess_mode="livesum")
WAITING = Gauge("moonlit_bots_waiting", "Bots waiting to think", multiprocess_mode="livesum")
THINK_SECONDS = Histogram("moonlit_think_seconds", "Time of a bot's move", ["level"])
REQUESTS = Counter("moonlit_requests", "HTTP requests", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("moonlit_request_seconds", "Time of an HTTP request", ["route"])


@cache
def moves_of(game: str, by: str) -> Counter:
    """Of a game, by guests or by bots: labels are looked up once."""
    return MOVES.labels(game, by)


def text() -> bytes:
    """All of it; of all workers where there are several."""
    import os

    from prometheus_client import REGISTRY, CollectorRegistry, generate_latest, multiprocess

    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
