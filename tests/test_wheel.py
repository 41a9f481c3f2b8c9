"""What users install: built, installed and run offline, outside the checkout."""

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout with the tools that are already installed."""
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(target), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = target.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A fresh environment that has only the wheel, and finds what it depends on by a path file."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    target = subprocess.run(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    done = subprocess.run([*install, "--target", target, str(wheel)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # The folder as plain text, not as a site folder: the editable install's own path files are not followed.
    (Path(target) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder, python


def run(installed: tuple[Path, Path], *arguments: str) -> subprocess.CompletedProcess[str]:
    folder, python = installed
    return subprocess.run([str(python), "-m", "ginrules", *arguments], cwd=folder, capture_output=True, text=True)


def test_the_wheel_holds_spec_variants_and_corpus(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("spec", "variants", "conformance"):
        expected = {f"ginrules/_data/{path.relative_to(ROOT)}" for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert expected
        assert expected <= names
    assert "ginrules/notation/grammar.lark" in names
    assert "ginrules/py.typed" in names


def test_the_installed_package_is_not_the_checkout(installed: tuple[Path, Path]) -> None:
    folder, python = installed
    command = [str(python), "-c", "from ginrules import resources; print(resources.__file__, resources.CHECKOUT)"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(str(folder))
    assert done.stdout.endswith(" None\n")


@pytest.mark.parametrize(
    ("arguments", "exit_code", "words"),
    [
        (["--version"], 0, "ginrules"),
        (["arrange", "4h 5h 6h 9c 9d 9s Jc Qc Kc 3s"], 0, "deadwood 3"),
        (["variant", "show", "classic"], 0, "Classic gin"),
        (["score", "hand Ann: 4h 5h 6h 9c 9d 9s Jc Qc Kc 3s; hand Bob: 2c 2d 2h Ac 5s 7h 8s 9h Qs Kd; Ann: knock"], 0, "31"),
        (["corpus", "list"], 0, "knock"),
        (["verify", "builtin", "--rule", "knock.limit"], 0, "pass"),
        (["schema", "variant"], 0, "x-class"),
    ],
)
def test_the_installed_commands_work_elsewhere(
    installed: tuple[Path, Path], arguments: list[str], exit_code: int, words: str
) -> None:
    done = run(installed, *arguments)
    assert done.returncode == exit_code, done.stderr
    assert words in done.stdout
