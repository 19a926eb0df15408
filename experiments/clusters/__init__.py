"""A cluster itself: is it fit for work, what do its workers gain, cost and hold in memory."""
