"""A mock of the presentation service for the tests of a Python service. Run pytest where `npm install` has put Deckhand."""

import os
import re
import signal
import subprocess

import pytest


@pytest.fixture(scope="session")
def deckhand():
    """The address of a mock server, which runs fifty times faster than real time."""
    command = ["npx", "--no", "deckhand", "serve", "--port", "0", "--speed", "50"]
    # A process group, because npx does not pass on the signal that ends it.
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as server:
        try:
            for line in server.stdout:
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield found.group()
                    break
            else:
                pytest.fail("deckhand did not start")
        finally:
            os.killpg(server.pid, signal.SIGTERM)


@pytest.fixture
def presentations(deckhand, request):
    """The base URL of the API, and a key that opens a workspace of its own for each test."""
    name = re.sub(r"\W+", "-", request.node.name)
    return f"{deckhand}/api/v1", f"sandbox-{name}"
