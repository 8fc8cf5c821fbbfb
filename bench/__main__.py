"""`make bench`: every measurement, one after another, each against something named, in this one run."""

import os
import platform

from bench import analyser, fix, pull_request, queued_runs, receiver, scan, whole_run


def main() -> None:
    """Measure everything."""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores\n")
    scan.main()
    fix.main()
    whole_run.main()
    analyser.main()
    receiver.main()
    pull_request.main()
    queued_runs.main()


if __name__ == "__main__":
    main()
