"""How gunicorn serves pages and API: `gunicorn -c config/gunicorn.py config.wsgi`; arguments go before."""

import os
import tempfile
from typing import Any

# The workers note their requests in one folder, a new one at each start. The library looks for that when it
# is imported, so nothing here may import it before.
if os.environ.get("SPARROWS_METRICS_TOKEN"):
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="sparrows-metrics-"))


def child_exit(server: Any, worker: Any) -> None:
    """Count the worker that ended among those that were."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


worker_class = "config.workers.Worker"
workers = 2  # two to a core at most: each has SPARROWS_POOL connections to PostgreSQL
threads = 8
worker_connections = 5000  # more than SPARROWS_CONNECTIONS, so that who is one too many hears it
backlog = 1024
timeout = 30  # seconds without a sign of life after which a worker is replaced
graceful_timeout = 30
keepalive = 75  # longer than a proxy keeps what it has open, so that it never asks into a closing connection
max_requests, max_requests_jitter = 20_000, 2_000  # what a library may leak is given back
limit_request_line = 8190
limit_request_field_size = 16_380
control_socket_disable = True
