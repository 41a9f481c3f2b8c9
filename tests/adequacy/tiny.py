"""Tiny corpora for the tests of the measure."""

from pathlib import Path

from ginrules.adequacy.cases import pose_file, together
from ginrules.adequacy.team import Team

TIE = """scenario tie "Both are left with three"
  rule scoring.tie
  variant standard with scoring.tie = undercut, scoring.undercut = 25 as undercut
  hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] 3s
  hand Bob: [2c 2d 2h] [4s 5s 6s] [Th Jh Qh] 3d
  Ann: knock
  expect in undercut: undercut Bob 25
  note "built for this test"
"""
"""Ann and Bob are level: whoever scores tells `scoring.tie` apart."""

OVER = """scenario over "Eleven is over ten"
  rule knock.limit
  hand Ann: [4h 5h 6h] [9c 9d 9s] Ac 2d 3s 5c
  hand Bob: [2c 2h 2s] 7s 8s 9h Tc Jd Kh Ks
  Ann: knock
  expect illegal knock.limit
  note "built for this test"
"""

WITHIN = """scenario within "Ten is within ten"
  rule knock.limit
  hand Ann: [4h 5h 6h] [9c 9d 9s] [Jc Qc Kc] Tc
  hand Bob: [2c 2d 2h] [4s 5s 6s] 7s 8d Ts Kd
  Ann: knock
  expect knock Ann 25   why "35 - 10 = 25"
  note "built for this test"
"""


def team(folder: Path, *scenarios: str, processes: int = 1) -> Team:
    """A team with a corpus of these scenarios."""
    path = folder / "tiny.ginr"
    path.write_text("ginr 1\nplayers Ann Bob\n" + "\n".join(scenarios))
    made = Team(processes)
    made.keep(together([pose_file(path)]))
    return made
