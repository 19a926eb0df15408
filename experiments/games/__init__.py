"""A game itself: listed, built, set up, its laws tried, its lines counted, its speed measured."""
