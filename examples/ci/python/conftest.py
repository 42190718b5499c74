"""A mock of the presentation service for the tests of a Python service. It needs the executable `deckhand`, and no Node.

DECKHAND names the executable; without it, `deckhand` is searched in PATH.
"""

import os
import re
import subprocess

import pytest


@pytest.fixture(scope="session")
def deckhand():
    """The address of a mock server, which runs fifty times faster than real time."""
    command = [os.environ.get("DECKHAND", "deckhand"), "serve", "--port", "0", "--speed", "50"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            for line in server.stdout:
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield found.group()
                    break
            else:
                pytest.fail("deckhand did not start")
        finally:
            server.terminate()


@pytest.fixture
def presentations(deckhand, request):
    """The base URL of the API, and a key that opens a workspace of its own for each test."""
    name = re.sub(r"\W+", "-", request.node.name)
    return f"{deckhand}/api/v1", f"sandbox-{name}"
