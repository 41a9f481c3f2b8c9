"""The exported corpus is enough: sixty lines of JavaScript reach the verdicts that `verify` reaches over the protocol."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from ginrules.cli import run

CONSUMER = Path(__file__).parent / "consumer.mjs"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node.js here")


@pytest.fixture(scope="module")
def by_the_consumer(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("export")
    assert run(["corpus", "export", str(folder)]) == 0
    done = subprocess.run([str(NODE), str(CONSUMER), str(folder)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    verdicts = json.loads(done.stdout)
    assert isinstance(verdicts, dict)
    return verdicts


@pytest.fixture(scope="module")
def by_verify(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    report = tmp_path_factory.mktemp("report") / "run.jsonl"
    assert run(["verify", f"{NODE} {CONSUMER}", "--report", str(report)]) == 1
    results = [json.loads(line) for line in report.read_text().splitlines()]
    return {f"{result['scenario']} in {result['column']}": result["outcome"] for result in results if "scenario" in result}


def test_both_ways_reach_the_same_verdicts(by_the_consumer: dict[str, str], by_verify: dict[str, str]) -> None:
    assert by_the_consumer == by_verify


def test_the_slip_of_the_embedded_engine_is_found_and_most_of_it_passes(by_the_consumer: dict[str, str]) -> None:
    failed = [name for name, verdict in by_the_consumer.items() if verdict == "fail"]
    passed = [name for name, verdict in by_the_consumer.items() if verdict == "pass"]
    assert failed
    assert len(passed) > len(failed)


def test_the_example_engine_of_the_documentation_passes_everything_it_is_asked() -> None:
    example = Path(__file__).parent.parent.parent / "docs" / "examples" / "my_engine.mjs"
    assert run(["verify", f"{NODE} {example}"]) == 0
