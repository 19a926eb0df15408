"""What is better, and how sure that is: ablations, sequential tests, tuning, levels, best responses, analyses."""
