"""`start.py`: the site on this machine, for phones in the same network, with nothing else installed."""

import argparse
import errno
import os
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path

from tournaments.exports.addresses import address_in_network, listens_here_only

from .prepared import prepare
from .supervisor import Child, Supervisor

FIRST_PORT = 8000
PORTS_TO_TRY = 100
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
DEMO = ("--stage", "played", "--seed", "1", "--pairs", "51")


class CannotStartError(Exception):
    """One sentence for the person at the keyboard."""


def tell(sentence: str) -> None:
    """Print at once, also into a pipe."""
    print(sentence, flush=True)  # noqa: T201


def port_number(text: str) -> int:
    """A TCP port as given on the command line."""
    port = int(text)
    if not 0 < port < 65536:
        raise argparse.ArgumentTypeError(f"{port} is not between 1 and 65535")
    return port


def is_free(host: str, port: int) -> bool:
    """Whether this address can be listened on. Raises CannotStartError when it never could."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise CannotStartError(f"{host} is not an address of this computer; leave --host away.") from error
    with socket.socket(family, kind, protocol) as probe:
        if os.name != "nt":  # an old connection that is still closing does not count
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
            probe.listen()
        except PermissionError as error:
            raise CannotStartError(f"Port {port} needs more rights than you have; choose one above 1023.") from error
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise CannotStartError(f"{host} is not an address of this computer; leave --host away.") from error
            return False
    return True


def free_port(host: str, wanted: int | None) -> int:
    """The port to use: `wanted` or nothing, else the first free one from 8000 on.

    Raises CannotStartError with the sentence to print.
    """
    if wanted is not None:
        if not is_free(host, wanted):
            raise CannotStartError(f"Port {wanted} is taken by another program; choose another one with --port.")
        return wanted
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY):
        if is_free(host, port):
            if port != FIRST_PORT:
                tell(f"Port {FIRST_PORT} is taken by another program; using {port} instead.")
            return port
    raise CannotStartError(f"No port from {FIRST_PORT} on is free; choose one with --port.")


def load_demo() -> None:
    """The made-up championship, whole or not at all."""
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import transaction  # noqa: PLC0415

    tell("Playing a made-up championship of 51 pairs (on the first start only).")
    with transaction.atomic(), open(os.devnull, "w") as nowhere:  # noqa: PTH123
        call_command("demo", *DEMO, stdout=nowhere)


def web_server(host: str, port: int, log: Path) -> Child:
    """Granian with a few processes; more would only queue for SQLite's one writer."""
    workers = min(4, max(2, os.cpu_count() or 1))
    command = [
        *(sys.executable, "-m", "granian", "troccas_site.wsgi:application", "--interface", "wsgi"),
        *("--host", host, "--port", str(port), "--workers", str(workers), "--blocking-threads", "4"),
        *("--respawn-failed-workers", "--workers-kill-timeout", "5", "--no-ws"),
    ]
    return Child("web server", command, log)


def task_worker(log: Path) -> Child:
    """Celery in threads: the same on every system, and one process is enough for a hall's PDFs."""
    command = [
        *(sys.executable, "-m", "celery", "-A", "troccas_site", "worker", "--pool", "threads", "--concurrency", "2"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"),
    ]
    return Child("worker", command, log)


def clock(log: Path, schedule: Path) -> Child:
    """What is to be done each minute. A process of its own: inside the worker it does not run on Windows."""
    command = [
        *(sys.executable, "-m", "celery", "-A", "troccas_site", "beat", "--schedule", str(schedule), "--pidfile="),
        *("--loglevel", "WARNING"),
    ]
    return Child("clock", command, log)


def answers(url: str) -> bool:
    """Whether the site gives an answer, whichever."""
    try:
        urllib.request.urlopen(url, timeout=5).close()  # noqa: S310
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def announce(host: str, port: int, password: str) -> None:
    """Print where the site is and how to get in."""
    from .organiser import EMAIL  # noqa: PLC0415

    here = "localhost" if host in EVERYWHERE else host
    network = address_in_network() if host in EVERYWHERE else None
    tell("")
    tell(f"  On this computer:  http://{here}:{port}/")
    if network:
        tell(f"  For phones here:   http://{network}:{port}/")
    if listens_here_only(host):
        tell("  For phones here:   none; started for this computer alone. Leave --host away for the hall.")
    tell(f"  Organiser:         {EMAIL}")
    tell(f"  Password:          {password or '(the one you have set)'}")
    tell("")
    tell("Ctrl-C stops it.")


def serve(host: str, port: int, password: str) -> None:
    """Run web server, worker and clock until somebody stops them."""
    from django.conf import settings  # noqa: PLC0415

    logs = Path(settings.DATA_DIR) / "logs"
    logs.mkdir(exist_ok=True)
    os.environ["TROCCAS_LISTENS_ON"] = host  # for what is started here: slips send phones to where it really listens
    supervisor = Supervisor(tell)
    supervisor.listen()
    shown = EVERYWHERE.get(host, host)
    url = f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
    try:
        supervisor.start(web_server(host, port, logs / "web.log"))
        while not answers(url):
            if not supervisor.wait(0.1):
                return
        announce(host, port, password)
        supervisor.start(task_worker(logs / "worker.log"))
        supervisor.start(clock(logs / "clock.log", Path(settings.DATA_DIR) / "clock-schedule"))
        while supervisor.wait():
            pass
    finally:
        supervisor.stop()
        tell("Stopped.")


def main(arguments: list[str]) -> int:
    """Exit code: 0 stopped by request, 1 could not start, 2 wrong usage."""
    parser = argparse.ArgumentParser(prog="start.py", description="Start the site on this computer.")
    parser.add_argument("--empty", action="store_true", help="without the made-up championship")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on")  # noqa: S104
    parser.add_argument(
        "--port", type=port_number, help=f"port to listen on (default: the first free from {FIRST_PORT})"
    )
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "troccas_site.settings.local")
    try:
        port = free_port(options.host, options.port)
        prepare()
        from .organiser import is_first_start, organiser_password  # noqa: PLC0415

        if is_first_start() and not options.empty:
            load_demo()
        password = organiser_password()
    except CannotStartError as reason:
        tell(str(reason))
        return 1
    except KeyboardInterrupt:
        return 130
    serve(options.host, port, password)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
