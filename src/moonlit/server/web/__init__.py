"""How the world reaches the tables: HTTP, sockets, the page, and what guards them."""
