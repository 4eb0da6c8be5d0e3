"""What carries requests and sockets, and every bound that they pass on their way."""
