import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from digest_assets.vault import VaultError, folder, open_vault
from digest_assets.vault.kinds import Layout

from .vaults import LATER, SETTINGS, Folder, at, created, day

LAYOUT = Layout(SETTINGS)
REPOSITORY = Path(__file__).parents[2]


def test_the_walk_finds_what_counts_and_nothing_else(tmp_path: Path) -> None:
    vault = Folder(tmp_path)
    for path in ("inbox/a/x.md", "inbox/x.md", "paper_cards/1-2.md", "work-queue.md", "kb/a.md", "kb/b.md",
                 "inbox/a/x.txt", "inbox/.trash/x.md", "README.md", ".git/x.md"):  # fmt: skip
        vault.write(path, "x", "07-31 10:00")
    found = folder.walk(tmp_path, LAYOUT)
    assert sorted(found.files) == ["inbox/a/x.md", "inbox/x.md", "kb/a.md", "paper_cards/1-2.md", "work-queue.md"]
    assert found.files["inbox/x.md"].modified == at("07-31 10:00")


def test_links_are_not_followed_wherever_they_lead(tmp_path: Path) -> None:
    outside = Folder(tmp_path / "outside")
    outside.write("secret.md", "x", "07-31 10:00")
    outside.write("inbox/a/secret.md", "x", "07-31 10:00")
    vault = Folder(tmp_path / "vault")
    vault.write("inbox/a/x.md", "x", "07-31 10:00")
    (vault.root / "inbox/out.md").symlink_to(outside.root / "secret.md")
    (vault.root / "inbox/in.md").symlink_to("a/x.md")
    (vault.root / "inbox/more").symlink_to(outside.root)
    (vault.root / "inbox/round").symlink_to("..")
    (vault.root / "inbox/broken.md").symlink_to("nowhere")
    (vault.root / "paper_cards").symlink_to(outside.root / "inbox")
    (vault.root / "kb").symlink_to(outside.root)
    (vault.root / "work-queue.md").symlink_to(outside.root / "secret.md")
    assert sorted(folder.walk(vault.root, LAYOUT).files) == ["inbox/a/x.md"]


def test_a_vault_may_itself_be_reached_through_a_link(tmp_path: Path) -> None:
    vault = Folder(tmp_path / "vault")
    vault.write("inbox/2026-07-31-x.md", "x", "07-31 10:00")
    (tmp_path / "link").symlink_to("vault")
    assert Folder(tmp_path / "link").sources("07-31") == {"inbox/2026-07-31-x.md": "on_time"}


def test_what_cannot_be_read_is_a_source_with_a_reason(tmp_path: Path) -> None:
    vault = Folder(tmp_path)
    vault.write("inbox/2026-07-31-dir.md/inside.txt", "x", "07-31 10:00")
    os.mkfifo(tmp_path / "inbox/2026-07-31-pipe.md")
    vault.write("inbox/2026-07-31-x.md", "x", "07-31 10:00")
    for name in ("2026-07-31-dir.md", "2026-07-31-pipe.md"):
        os.utime(tmp_path / "inbox" / name, (at("07-31 10:00").timestamp(),) * 2)
    sources = {s.path: s for s in vault.manifest("07-31").sources}
    assert sources["inbox/2026-07-31-dir.md"].error == "is a directory"
    assert sources["inbox/2026-07-31-pipe.md"].error == "is not a regular file"
    assert {s.content_sha256 for s in sources.values() if s.error} == {""}
    assert sources["inbox/2026-07-31-x.md"].error is None


def without_privileges() -> None:
    """For a child of root: what it starts reads only what its permissions allow, as for everybody else."""
    if os.geteuid() == 0:
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            assert ctypes.CDLL(None).prctl(24, capability, 0, 0, 0) == 0  # PR_CAPBSET_DROP


ASKED = """
import json, sys
from pathlib import Path
from digest_assets_tests.vault.vaults import Folder
vault = Folder(Path(sys.argv[1]))
(source,) = vault.manifest("07-31").sources
with vault.open() as opened:
    print(json.dumps([source.content_sha256, source.error, opened.unlisted_folders()]))
"""


def test_files_and_folders_without_permission(tmp_path: Path) -> None:
    vault = Folder(tmp_path)
    vault.write("inbox/2026-07-31-x.md", "x", "07-31 10:00")
    vault.write("inbox/closed/2026-07-31-y.md", "x", "07-31 10:00")
    (tmp_path / "inbox/2026-07-31-x.md").chmod(0)
    (tmp_path / "inbox/closed").chmod(0)
    command = [sys.executable, "-c", ASKED, str(tmp_path)]
    try:
        told = subprocess.run(command, cwd=REPOSITORY, preexec_fn=without_privileges, capture_output=True, check=True)
        assert json.loads(told.stdout) == ["", "permission denied", ["inbox/closed"]]
    finally:
        (tmp_path / "inbox/closed").chmod(0o755)


def test_a_file_that_vanishes_after_the_walk(tmp_path: Path) -> None:
    vault = Folder(tmp_path)
    vault.write("inbox/x.md", "x", "07-31 10:00")
    file = folder.walk(tmp_path, LAYOUT).files["inbox/x.md"]
    vault.remove("inbox/x.md")
    with pytest.raises(OSError, match="No such file") as gone:
        b"".join(folder.read(tmp_path, file))
    assert folder.reason(gone.value) == "no such file or directory"


def test_a_file_that_became_a_link_after_the_walk_is_not_followed(tmp_path: Path) -> None:
    vault = Folder(tmp_path / "vault")
    vault.write("inbox/x.md", "x", "07-31 10:00")
    (tmp_path / "secret").write_text("secret")
    file = folder.walk(vault.root, LAYOUT).files["inbox/x.md"]
    vault.remove("inbox/x.md")
    (vault.root / "inbox/x.md").symlink_to(tmp_path / "secret")
    with pytest.raises(OSError, match=r".+"):
        b"".join(folder.read(vault.root, file))


def test_names_that_are_no_utf8_and_names_with_any_character(tmp_path: Path) -> None:
    vault = Folder(tmp_path)
    names = [b"2026-07-31-\xff.md", b"2026-07-31-a|b\n\t.md"]
    for name in (*names, "2026-07-31-u\u0308.md".encode(), "2026-07-31-ü.md".encode()):
        vault.write(b"inbox/" + name, name, "07-31 10:00")
    found = vault.contents("07-31")
    assert found[r"inbox/2026-07-31-\xff.md"] == names[0]
    assert found["inbox/2026-07-31-a|b\n\t.md"] == names[1]
    assert len(found) == 4


@pytest.mark.parametrize("seconds", [-(2**40), -1, 0, 2**33])
def test_absurd_modification_times(tmp_path: Path, seconds: int) -> None:
    vault = Folder(tmp_path)
    vault.write("inbox/x.md", "x", "07-31 10:00")
    vault.write("inbox/2026-07-31-y.md", "x", "07-31 10:00")
    try:
        os.utime(tmp_path / "inbox/x.md", (seconds, seconds))
    except OSError:
        pytest.skip("this file system cannot hold it")
    assert vault.sources("07-31") == {"inbox/2026-07-31-y.md": "on_time"}


def test_no_vault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for root, says in ((tmp_path / "none", "there is no such folder"), (tmp_path / "file", "is not a folder")):
        with pytest.raises(VaultError, match=says) as refused:
            open_vault(root, SETTINGS, created)
        assert "\n" not in str(refused.value)


def test_a_vault_that_goes_away(tmp_path: Path) -> None:
    vault = Folder(tmp_path / "vault").open()
    (tmp_path / "vault").rmdir()
    with pytest.raises(VaultError, match="cannot be listed"):
        vault.manifest(day("07-31"), LATER)


def test_an_empty_vault_has_empty_days(tmp_path: Path) -> None:
    manifest = Folder(tmp_path).manifest("07-31")
    assert (manifest.sources, manifest.arrivals) == ((), ())
    assert [(d.topic, d.as_of, d.content_sha256) for d in manifest.documents] == [("a", "absent", None)]
