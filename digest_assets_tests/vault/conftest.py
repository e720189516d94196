from pathlib import Path

import pytest

from .vaults import Folder, Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "vault")


@pytest.fixture
def plain(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "vault")
