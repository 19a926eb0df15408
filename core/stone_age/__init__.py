"""Stone Age (Bernd Brunnhofer, 2008) for 2-4 players."""
