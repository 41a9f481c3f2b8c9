"""Programs that speak the protocol for engines that do not; they import nothing from the engine."""
