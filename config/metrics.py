"""Figures at /metrics for Prometheus, for whoever has the token: this server's requests, and how the site is.

Requests are counted in each process; where gunicorn has several, they note them in one folder
(`config/gunicorn.py`), and whichever is asked tells of all. How the site is is read when it is asked for.
"""

import hmac
import os
import time
from collections.abc import Callable, Iterator
from datetime import datetime

from django.conf import settings
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from tournaments.backups import rotating
from tournaments.live.hub import hub
from tournaments.models import Competition, SiteNote
from tournaments.selectors import site
from tournaments.services import condition, journal, notes

GetResponse = Callable[[HttpRequest], HttpResponse]
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
OTHER, NOWHERE = "other", "none"  # whatever else callers write: they must not make figures of their own

requests = Histogram(
    "sparrows_request_seconds",
    "How long Django took to answer, by view, method and status.",
    ["view", "method", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
ready_answers = Counter("sparrows_ready_answers", "What a crowd read from memory, past Django.")


def timed(get_response: GetResponse) -> GetResponse:
    """Note how long each answer took."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        view = request.resolver_match.view_name if request.resolver_match else NOWHERE
        method = request.method if request.method in METHODS else OTHER
        requests.labels(view, method, response.status_code).observe(time.perf_counter() - began)
        return response

    return middleware


def metrics(request: HttpRequest) -> HttpResponse:
    """Write all figures; 404 on a site without a token, 401 for who does not have it."""
    if not settings.METRICS_TOKEN:
        raise Http404
    said = request.headers.get("Authorization", "").encode()
    if not hmac.compare_digest(said, f"Bearer {settings.METRICS_TOKEN}".encode()):
        return HttpResponse(status=401, headers={"WWW-Authenticate": 'Bearer realm="metrics"'})
    return HttpResponse(generate_latest(_of_server()) + generate_latest(_of_site()), CONTENT_TYPE_LATEST)


def _of_server() -> CollectorRegistry:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _of_site() -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(Site())
    return registry


class Site(Collector):
    """Read how the site is; what the database would have to say is missing while that is down."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield each figure with what it means."""
        yield _gauge("streams_open", "Live streams that are open in this process.", hub.streams)
        yield _gauge("disk_free_bytes", "Room on the disk.", site.free_bytes())
        database, redis = condition.database_state(), condition.redis_state()
        yield _gauge("database_up", "1 while the database takes deals.", database == "ok")
        if redis != "embedded":
            yield _gauge("redis_up", "1 while Redis answers.", redis == "ok")
        yield from _backup()
        if (written := journal.state()) != "none":
            yield _gauge("journal_up", "1 while the second journal can be written.", written == "ok")
        try:
            yield from _recorded()
        except Error:
            return


def _recorded() -> Iterator[GaugeMetricFamily]:
    left, noted = site.backlog(), notes.notes()
    yield _gauge("outbox_waiting", "Work beside the requests that is not done.", left.waiting)
    yield from _age("outbox_oldest_seconds", "How long the oldest of it has waited.", left.since)
    silent = site.silent_tablets(Competition.objects.all())
    yield _gauge("tablets_silent", "Tablets of running rounds that were not heard of lately.", len(silent))
    yield _gauge("deals_held", "Deals held back on which nobody has ruled.", site.held_back())
    yield _gauge("calls_open", "Calls for a referee that nobody answered.", site.open_calls())
    for name in SiteNote.Name.values:
        last = noted.get(name)
        yield from _age(f"{name}_seconds", f"How long ago it was noted: {name}.", last.at if last else None)
    if verified := noted.get(SiteNote.Name.VERIFIED):
        faults = "What was not as recorded when all ledgers were verified last."
        yield _gauge("verified_faults", faults, verified.told["faults"])


def _backup() -> Iterator[GaugeMetricFamily]:
    told = rotating.last()
    if told:
        yield _gauge("backup_failed", "1 where the last backup failed.", bool(told.get("failed")))
        made = parse_datetime(told.get("made") or "")
        yield from _age("backup_seconds", "How old the last backup is.", made)


def _age(name: str, what: str, since: datetime | None) -> Iterator[GaugeMetricFamily]:
    if since:
        yield _gauge(name, what, (timezone.now() - since).total_seconds())


def _gauge(name: str, what: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"sparrows_{name}", what, value=float(value))
