"""Static site in Firefox; the option ``--firefox`` runs the other tests there too."""

from __future__ import annotations

import pytest

from . import test_static_site
from .test_static_site import (
    context,
    folder,
    host,
    test_a_reload_continues_the_play,
    test_everything_works_without_a_network,
    test_the_solver_answers,
)

__all__ = [
    "context",
    "folder",
    "host",
    "test_a_reload_continues_the_play",
    "test_everything_works_without_a_network",
    "test_the_solver_answers",
]
pytestmark = [*test_static_site.pytestmark, pytest.mark.firefox]
