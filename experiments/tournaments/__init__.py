"""Contests of strangers' engines: the arena, tables, schedules, stores, standings, ratings, pages."""
