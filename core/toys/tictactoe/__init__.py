"""Stones in a row, all in sight: tic-tac-toe, or Connect-3 on 4 x 4; solved exactly, so that a search can be proven right."""
