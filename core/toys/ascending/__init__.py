"""An ascending auction of places in which every bid is paid: how long rivals go on is what nobody knows."""
