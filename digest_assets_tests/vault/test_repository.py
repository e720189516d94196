import os
import shutil
import subprocess
from pathlib import Path

import pytest

from digest_assets.vault import VaultError, open_vault

from .vaults import LATER, SETTINGS, Folder, Repo, copy, created, day, tree

NOTE = "2026-07-31T1000-x"


def noted(repo: Repo) -> Repo:
    """Root commit on the 29th, a note on the 31st, corrected after the close."""
    repo.write("work-queue.md", "queue", "07-29 10:00")
    repo.commit("07-29 10:00")
    repo.write(f"inbox/jay/{NOTE}.md", "as it stood", "07-31 10:30")
    repo.commit("07-31 10:30")
    repo.write(f"inbox/jay/{NOTE}.md", "corrected", "08-01 10:00")
    repo.commit("08-01 10:00")
    return repo


def content(folder: Folder) -> bytes:
    return folder.contents("07-31")[f"inbox/jay/{NOTE}.md"]


def test_a_day_is_read_from_history_and_nothing_is_touched(repo: Repo) -> None:
    noted(repo)
    os.utime(repo.root / f"inbox/jay/{NOTE}.md")  # git's notes on it are stale now
    before = tree(repo.root)
    assert content(repo) == b"as it stood"
    with repo.open() as vault:
        vault.fingerprint()
        vault.first_day()
    assert tree(repo.root) == before


def test_the_vault_may_be_a_folder_inside_of_the_repository(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    repo = noted(Repo(top / "team notes" / "vault", top=top))
    Folder(top).write("inbox/jay/2026-07-31-elsewhere.md", "x", "07-31 10:00")
    repo.commit("08-01 11:00")
    assert content(repo) == b"as it stood"
    assert repo.arrivals("08-01") == {f"inbox/jay/{NOTE}.md": "corrected"}
    with repo.open() as vault:
        assert vault.under_git


def test_a_plain_vault_inside_of_another_projects_checkout_is_plain(tmp_path: Path) -> None:
    project = Repo(tmp_path / "project")
    project.write("code.py", "x", "07-29 10:00")
    project.commit("07-29 10:00")
    vault = Folder(tmp_path / "project/data/vault")
    vault.write(f"inbox/jay/{NOTE}.md", "x", "07-31 10:30")
    with vault.open() as opened:
        assert not opened.under_git
        (source,) = opened.manifest(day("07-31"), LATER).sources
    assert source.observed_by == "name"


def test_a_repository_without_commits_counts_by_modification_time(repo: Repo) -> None:
    repo.write("inbox/jay/x.md", "x", "07-31 10:30")
    (source,) = repo.manifest("07-31").sources
    assert (source.observed_by, source.arrival) == ("mtime", "on_time")


def test_a_sha256_repository(tmp_path: Path) -> None:
    assert content(noted(Repo(tmp_path / "vault", "--object-format=sha256"))) == b"as it stood"


def test_a_linked_work_tree_and_a_detached_head(tmp_path: Path, repo: Repo) -> None:
    noted(repo)
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "tree"))
    assert content(Folder(tmp_path / "tree")) == b"as it stood"


def test_a_shallow_clone_begins_where_it_was_cut(tmp_path: Path, repo: Repo) -> None:
    clone = noted(repo).clone(tmp_path / "clone", "--depth=1")
    assert content(clone) == b"corrected"
    assert clone.sources("07-31")[f"inbox/jay/{NOTE}.md"] == "on_time"
    assert clone.arrivals("08-01") == {}


def test_a_clone_without_the_old_bytes_says_so_per_file(tmp_path: Path, repo: Repo) -> None:
    noted(repo).git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none")
    sources = {source.path: source for source in clone.manifest("07-31").sources}
    lost = sources[f"inbox/jay/{NOTE}.md"]
    assert lost.content_sha256 == ""
    assert lost.error is not None
    assert "is missing from the repository" in lost.error
    assert sources["work-queue.md"].error is None


def test_a_clone_without_checkout_and_a_sparse_one_lack_nothing(tmp_path: Path, repo: Repo) -> None:
    noted(repo)
    bare = repo.clone(tmp_path / "bare", "--no-checkout")
    sparse = repo.clone(tmp_path / "sparse")
    subprocess.run(["git", "-C", str(sparse.root), "sparse-checkout", "set", "kb"], check=True, capture_output=True)
    assert not (sparse.root / "inbox").exists()
    for clone in (bare, sparse):
        assert clone.sources("08-01").keys() == {"work-queue.md"}
        assert content(clone) == b"as it stood"
        assert clone.arrivals("08-01") == {f"inbox/jay/{NOTE}.md": "corrected"}


def test_a_copy_with_other_times_and_line_ends_is_no_change(tmp_path: Path, repo: Repo) -> None:
    noted(repo).write(f"inbox/jay/{NOTE}.md", "two\nlines\n", "08-01 11:00")
    repo.commit("08-01 11:00")
    clone = repo.clone(tmp_path / "clone", "-c", "core.autocrlf=true")
    path = clone.root / f"inbox/jay/{NOTE}.md"
    assert b"\r\n" in path.read_bytes()
    os.utime(path, (0, 0))
    assert clone.arrivals("08-01") == {f"inbox/jay/{NOTE}.md": "corrected"}
    assert clone.sources("08-02") == {"work-queue.md": "on_time"}
    assert clone.arrivals("08-02") == {}


def test_a_repository_of_somebody_else(tmp_path: Path, repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git itself is told to take every repository for somebody else's, which only root could really make."""
    noted(repo)
    doubting = tmp_path / "bin" / "git"
    doubting.parent.mkdir()
    doubting.write_text(f'#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {shutil.which("git")} "$@"\n')
    doubting.chmod(0o755)
    monkeypatch.setenv("PATH", str(doubting.parent), prepend=os.pathsep)
    refused = subprocess.run(["git", "-C", str(repo.root), "log"], capture_output=True, text=True, check=False)
    assert "dubious ownership" in refused.stderr
    assert content(repo) == b"as it stood"


def test_what_the_repository_configures_is_not_run(tmp_path: Path, repo: Repo) -> None:
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n")
    trap.chmod(0o755)
    noted(repo).write(".gitattributes", "*.md filter=trap diff=trap", "07-29 10:00")
    hooks = repo.root / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("post-index-change", "fsmonitor-watchman", "post-checkout", "reference-transaction"):
        copy_of = hooks / hook
        copy_of.write_text(trap.read_text())
        copy_of.chmod(0o755)
    for key in ("core.fsmonitor", "filter.trap.clean", "filter.trap.smudge", "diff.trap.textconv", "diff.trap.command",
                "diff.external", "core.pager", "core.sshCommand", "gpg.program"):  # fmt: skip
        repo.git("config", key, str(trap))
    repo.git("config", "log.showSignature", "true")
    repo.git("config", "diff.orderFile", str(tmp_path / "none"))
    repo.git("config", "diff.renames", "copies")
    os.utime(repo.root / f"inbox/jay/{NOTE}.md")
    (tmp_path / "sprung").unlink(missing_ok=True)
    assert content(repo) == b"as it stood"
    assert not (tmp_path / "sprung").exists()


def test_the_environment_of_another_git_does_not_matter(
    tmp_path: Path, repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repo(tmp_path / "other")
    other.commit("07-29 10:00")
    noted(repo)
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.root))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "none"))
    assert content(repo) == b"as it stood"


@pytest.mark.parametrize("broken", ["HEAD", "refs", "object"])
def test_a_repository_that_cannot_be_read(repo: Repo, broken: str) -> None:
    noted(repo)
    if broken == "HEAD":
        (repo.root / ".git/HEAD").write_text("nonsense")
    elif broken == "refs":
        (repo.root / ".git/refs/heads/main").write_text("0123456789abcdef0123456789abcdef01234567\n")
    else:
        tree_oid = repo.git("rev-parse", "HEAD~1^{tree}")
        (repo.root / ".git/objects" / tree_oid[:2] / tree_oid[2:]).unlink()
    with pytest.raises(VaultError, match="git") as refused, open_vault(repo.root, SETTINGS, created) as vault:
        vault.manifest(day("07-31"), LATER)
    assert "\n" not in str(refused.value)
    assert str(repo.root) in str(refused.value)


def test_no_git_program(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(VaultError, match="install git"):
        open_vault(repo.root, SETTINGS, created)


def test_names_that_are_no_utf8_come_from_history_too(repo: Repo) -> None:
    noted(repo)
    repo.write(b"inbox/jay/2026-07-31-\xff\n.md", "x", "07-31 11:00")
    repo.write("inbox/jay/2026-07-31-u\u0308.md", "y", "07-31 11:00")
    repo.commit("08-01 12:00")
    assert repo.arrivals("08-01")["inbox/jay/2026-07-31-\\xff\n.md"] == "late"
    assert repo.arrivals("08-01")["inbox/jay/2026-07-31-u\u0308.md"] == "late"


def test_a_copied_repository_tells_the_same(tmp_path: Path, repo: Repo) -> None:
    noted(repo)
    copy(repo.root, tmp_path / "copy")
    days = ("07-29", "07-31", "08-01")
    assert [repo.manifest(d) for d in days] == [Folder(tmp_path / "copy").manifest(d) for d in days]
