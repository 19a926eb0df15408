"""Auctions in recorded games and alone: bidder types fitted, bids foretold, exact solutions."""
