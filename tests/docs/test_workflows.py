"""The workflows have what the tests need, and do what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]


def jobs_of(name: str) -> tuple[str, dict[str, Any]]:
    text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
    return text, yaml.safe_load(text)["jobs"]


def test_ci_has_what_the_tests_need() -> None:
    """.ci/run promises services: a small disk needs root, and some are started by tests."""
    assert "MOONLIT_REQUIRE_SERVICES=1" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    text, jobs = jobs_of("ci")
    job = jobs["test"]
    assert "--privileged" in job["container"]["options"]  # root, who may mount
    installed = " ".join(step.get("run", "") for step in job["steps"])
    for program in ("chromium", "postgresql", "redis-server"):
        assert program in installed
    for variable, service in (("POSTGRES", "postgres"), ("REDIS", "redis")):
        assert f"{service}:" in job["env"][f"MOONLIT_TEST_{variable}"].partition("://")[2]
        assert service in job["services"]
    assert "workflow_dispatch" in text  # update.yml asks for it


def test_a_tag_is_built_and_published_only_where_that_is_wanted() -> None:
    text, jobs = jobs_of("release")
    assert 'tags: ["v*"]' in text
    steps = jobs["build"]["steps"]
    assert any("run build" in step.get("run", "") for step in steps)
    assert any("server/page/index.html" in step.get("run", "") for step in steps)
    assert any("upload-artifact" in step.get("uses", "") for step in steps)
    publish = jobs["publish"]
    assert "PUBLISH" in publish["if"]
    assert publish["permissions"] == {"id-token": "write"}
    assert "password" not in str(jobs)
    assert "secrets." not in text


def test_an_update_is_tested_as_it_says() -> None:
    _, jobs = jobs_of("update")
    last = jobs["update"]["steps"][-1]
    assert "gh workflow run ci.yml" in last["run"]
