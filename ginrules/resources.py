"""The only place that knows where the data lie: `spec/`, `variants/` and `conformance/`.

In an installed package they are packed under `ginrules/_data`; in a checkout they are the folders beside the package.
"""

from __future__ import annotations

from pathlib import Path

_PACKED = Path(__file__).parent / "_data"
_ROOT = _PACKED if _PACKED.is_dir() else Path(__file__).parent.parent

SPEC = _ROOT / "spec"
VARIANTS = _ROOT / "variants"
CORPUS = _ROOT / "conformance"

CHECKOUT = _ROOT if (_ROOT / "tests" / "oracle").is_dir() else None
"""The checkout that the package lies in, with the naive second implementation; nothing where it is installed from a wheel."""
