"""The small application of a worker, which has no pages: how it stands, for Prometheus and for whoever restarts it."""

from functools import partial

from aiohttp import web

from bot.settings import Settings, is_loopback_name
from bot.workflows.services import Services
from bot.workflows.standing_now import standing_now
from webhooks import metrics
from webhooks.health import Readiness, healthz
from webhooks.metrics import MetricsPage


def watching_application(settings: Settings, services: Services) -> web.Application:
    """`/metrics`, `/healthz` and `/readyz`; it is bound to loopback unless a token is set (`Settings`)."""
    nearby = is_loopback_name(settings.metrics_host)
    page = MetricsPage(settings.metrics_token, lambda _: nearby, partial(standing_now, services))
    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", Readiness.of(services).readyz)
    app.router.add_get(metrics.PATH, page.page)
    return app
