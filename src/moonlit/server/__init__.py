"""The web service. Start it with `moonlit serve`.

    table/     a table as the fold of its events, and the commands that make new ones: no I/O
    notices/   what players are told who are elsewhere
    storage/   the database, a folder for what is kept: tables, players, ratings, clubs
    live/      tables in memory, their subscribers, other workers, bots; players, studies
    web/       HTTP, sockets, the page, and what guards them, a folder a topic
    text/      what the server says; page/ is the built page

Imports point one way: web → live → storage → notices → table. All of them may use what stands here
and imports none of them: `errors`, `settings`, `metrics`, `logs`, `packages`. On top of all are
`serve`, which runs a server, and `hosting`, which exports, imports and prunes its tables.

A move's way: `web.tables.socket` (or `command_routes`) finds the row of `command_table` there. Its
handler lets `live.hub` execute what `table.commands` decides: events. They are applied to the table
(`table.fold`), committed (`storage.tables.store`), and only then published (`live.live_table`):
every subscriber is sent the state that `table.render` makes for its seat.
"""
