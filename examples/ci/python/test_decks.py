"""A client of the presentation service, tested against the mock server."""

import json
import time
import urllib.request


def call(base_url, key, method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    request = urllib.request.Request(base_url + path, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return response.status, json.load(response)


def test_a_deck_is_completed(presentations):
    base_url, key = presentations
    status, job = call(base_url, key, "POST", "/presentations/generate", {"prompt": "Harbour taxis"})
    assert status == 202
    view = job
    while view["status"] == "generating":
        time.sleep(0.2)
        _, view = call(base_url, key, "GET", f"/presentations/generate/{job['generation_id']}/status")
    assert view["status"] == "completed"
    assert view["presentation"]["title"]


def test_a_failure_has_a_reason(presentations):
    base_url, key = presentations
    prompt = {"prompt": "[scenario: timeout-failure] Harbour taxis"}
    _, job = call(base_url, key, "POST", "/presentations/generate", prompt)
    view = job
    while view["status"] == "generating":
        time.sleep(0.2)
        _, view = call(base_url, key, "GET", f"/presentations/generate/{job['generation_id']}/status")
    assert view["status"] == "failed"
    assert view["error"]
