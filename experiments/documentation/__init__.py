"""Parts of pages in docs/ that are made by programs."""
