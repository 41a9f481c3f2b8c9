"""Settings for every test: Hypothesis draws the same examples each time and keeps nothing on disk."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "reproducible",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("reproducible")
