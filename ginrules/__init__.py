"""The rules of gin rummy as data, and the conformance suite for every engine that plays them."""

__version__ = "0.1.0"
