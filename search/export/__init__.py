"""A bot as one native engine: what Python does for it elsewhere, in compiled code and one small file of C."""
