"""What concerns players wherever they are: their seats, devices, messages and vacations."""
