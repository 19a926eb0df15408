"""The Great Zimbabwe (Splotter 2012), 2-5 players."""
