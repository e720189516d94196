import hashlib

import pytest

from digest_assets.model import SourceKind
from digest_assets.vault import VaultError, open_vault

from .vaults import LATER, SETTINGS, Folder, Repo, created, day

NAME = "inbox/2026-07-31-x.md"


class Notebook:
    """A memory that shows what it holds."""

    def __init__(self) -> None:
        self.facts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.facts.get(key)

    def put(self, key: str, value: str) -> None:
        self.facts[key] = value


def test_bytes_come_back_by_their_hash(plain: Folder) -> None:
    plain.write(NAME, "text", "07-31 10:00")
    with plain.open() as vault:
        (source,) = vault.manifest(day("07-31"), LATER).sources
        assert source.content_sha256 == hashlib.sha256(b"text").hexdigest()
        assert source.size == 4
        assert vault.bytes_of(source.content_sha256) == b"text"
        with pytest.raises(KeyError):
            vault.bytes_of("0" * 64)


def test_huge_files_are_hashed_in_pieces(plain: Folder) -> None:
    data = b"0123456789abcdef" * (1 << 20)
    plain.write(NAME, data, "07-31 10:00")
    with plain.open() as vault:
        (source,) = vault.manifest(day("07-31"), LATER).sources
        assert (source.content_sha256, source.size) == (hashlib.sha256(data).hexdigest(), 16 << 20)
        assert vault.bytes_of(source.content_sha256) == data


def test_a_file_that_changes_after_it_was_hashed_is_no_longer_that(plain: Folder) -> None:
    data = b"x" * (9 << 20)  # too large to be kept
    plain.write(NAME, data, "07-31 10:00")
    with plain.open() as vault:
        (source,) = vault.manifest(day("07-31"), LATER).sources
        plain.write(NAME, b"y", "07-31 11:00")
        with pytest.raises(VaultError, match="changed while it was being read; run again"):
            vault.bytes_of(source.content_sha256)
        plain.remove(NAME)
        with pytest.raises(VaultError, match="run again"):
            vault.bytes_of(source.content_sha256)


def test_what_did_not_change_is_not_opened_again(plain: Folder) -> None:
    plain.write(NAME, "text", "07-31 10:00")
    plain.write("inbox/y.md", "created: 2026-07-31\n", "07-31 10:00")
    notebook = Notebook()
    asked: list[str] = []

    def stated(data: bytes, kind: SourceKind, name: str) -> str | None:
        asked.append(name)
        return created(data, kind, name)

    with open_vault(plain.root, SETTINGS, stated, memory=notebook) as vault:
        first = vault.manifest(day("07-31"), LATER)
        assert vault.manifest(day("07-31"), LATER) == first
    assert asked == ["y.md"]
    assert len(notebook.facts) == 3
    key = next(key for key in notebook.facts if key.startswith("file:") and key.endswith(NAME))
    notebook.facts[key] = "feed" + notebook.facts[key][4:]  # a mark that shows where a hash came from
    with open_vault(plain.root, SETTINGS, stated, memory=notebook) as vault:
        marked = vault.manifest(day("07-31"), LATER).sources[0]
        assert marked.content_sha256 == "feed" + first.sources[0].content_sha256[4:]
        with pytest.raises(VaultError, match="run again"):
            vault.bytes_of(marked.content_sha256)
        assert vault.manifest(day("07-31"), LATER) == first
    assert asked == ["y.md"]


def test_blobs_are_remembered_too(repo: Repo) -> None:
    repo.put("07-31 10:00", _2026_07_31_x="text")
    notebook = Notebook()
    with open_vault(repo.root, SETTINGS, created, memory=notebook) as vault:
        manifest = vault.manifest(day("07-31"), LATER)
    for path in (repo.root / ".git/objects").rglob("*"):
        if path.is_file() and path.stat().st_size < 40:
            path.unlink()  # the blob; commit and tree are larger
    with open_vault(repo.root, SETTINGS, created, memory=notebook) as vault:
        assert vault.manifest(day("07-31"), LATER) == manifest


def test_the_fingerprint_follows_every_change_and_no_reading(repo: Repo) -> None:
    repo.put("07-30 10:00", _2026_07_30_x="text")
    with repo.open() as vault:
        seen = [vault.fingerprint()]
        vault.manifest(day("07-30"), LATER)
        assert vault.fingerprint() == seen[-1]
        repo.write("README.md", "of no interest", "07-30 11:00")
        assert vault.fingerprint() == seen[-1]
        repo.write("inbox/new.md", "x", "07-30 12:00")
        seen.append(vault.fingerprint())
        repo.write("inbox/new.md", "y", "07-30 12:00")
        seen.append(vault.fingerprint())
        repo.commit("07-30 13:00")
        seen.append(vault.fingerprint())
        repo.rename("inbox/new.md", "inbox/newer.md")
        seen.append(vault.fingerprint())
        repo.remove("inbox/newer.md")
        seen.append(vault.fingerprint())
        repo.write("kb/a.md", "baseline", "07-30 14:00")
        seen.append(vault.fingerprint())
    assert len(set(seen)) == len(seen)


def test_the_reader_of_bytes_may_be_closed_at_any_time(repo: Repo) -> None:
    repo.put("07-31 10:00", _2026_07_31_x="text")
    vault = repo.open()
    manifest = vault.manifest(day("07-31"), LATER)
    vault.close()
    vault.close()
    assert vault.bytes_of(manifest.sources[0].content_sha256) == b"text"
    vault.close()


def test_a_read_only_vault_is_enough(repo: Repo) -> None:
    repo.put("07-31 10:00", _2026_07_31_x="text")
    for path in (*repo.root.rglob("*"), repo.root):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        assert len(repo.manifest("07-31").sources) == 1
    finally:
        for path in (repo.root, *repo.root.rglob("*")):
            path.chmod(0o755)
