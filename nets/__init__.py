"""Networks: shapes, weights, and the forward pass, compiled and by torch."""
