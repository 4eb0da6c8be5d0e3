"""Tables over HTTP and sockets: one table of commands serves both."""
