"""The presentation service on bare sockets, with nothing but the standard library. State is in memory.

Usage: service.py SPEED REQUESTS_PER_MINUTE SEED. Prints its port, and ends when its standard input ends.
"""

import json
import random
import socket
import sys
import threading
import time
import uuid
import zlib
from datetime import datetime, timezone
from http import HTTPStatus
from urllib.parse import parse_qs, unquote, urlsplit

SPEED, PER_MINUTE = float(sys.argv[1]), int(sys.argv[2])
CHANCE = random.Random(int(sys.argv[3]))
PREFIX = "/api/v1"
LOCK = threading.RLock()

SPACES = {
    "K-rouge-5512": {"id": 31, "on": True},
    "K-verte-8840": {"id": 32, "on": True},
    "K-grise-1003": {"id": 33, "on": False},
}
CATALOGUE = {
    "pitch": [("pitch/seed", "Seed round"), ("pitch/series-a", "Series A")],
    "internal": [("internal/retro", "Rétrospective"), ("internal/okr", "OKR")],
}
DECKS, TASKS, WINDOWS = {}, {}, {}


class No(Exception):
    """A refusal: a status, a code, and more headers."""

    def __init__(self, status, code, **headers):
        super().__init__(code)
        self.status, self.code, self.headers = status, code, headers


def stamp(seconds):
    moment = datetime.fromtimestamp(seconds, timezone.utc)
    return moment.isoformat(timespec="milliseconds")


# Decks and tasks


def new_deck(space, title, pages):
    deck = {
        "key": str(uuid.UUID(int=CHANCE.getrandbits(128))),
        "space": space["id"],
        "title": title,
        "pages": pages,
        "views": 0,
        "made": time.time(),
        "touched": time.time(),
    }
    DECKS[deck["key"]] = deck
    return deck


def show_deck(deck, full=True):
    shown = {
        "id": deck["key"],
        "title": deck["title"],
        "workspace_id": str(deck["space"]),
        "sections": [
            {"no": n, "lines": lines, "views": deck["views"]}
            for n, lines in enumerate(deck["pages"])
        ],
        "is_public": False,
        "url": "https://decks.example/v/%s?t=%x" % (deck["key"][:8], time.time_ns()),
        "created_at": stamp(deck["made"]),
        "updated_at": stamp(deck["touched"]),
    }
    if full:
        shown["editors"] = []
    return shown


def new_task(space, prompt):
    pages = CHANCE.randint(2, 5)
    length = CHANCE.uniform(1, 20) / SPEED
    now = time.time()
    task = {
        "key": CHANCE.getrandbits(63),
        "space": space["id"],
        "prompt": prompt,
        "pages": pages,
        "began": now,
        "ends": now + length,
        "asks": now + length / 3 if "?" in prompt else None,
        "reply": None,
        "fails": "impossible" in prompt,
        "share": 0.0,
        "deck": None,
    }
    TASKS[str(task["key"])] = task
    return task


def show_task(task, space):
    """The view of a task is a function of the time: nothing works in the background."""
    now = time.time()
    view = {"generation_id": str(task["key"]), "links": {"self": "status"}}
    if task["asks"] and now >= task["asks"] and task["reply"] is None:
        return {**view, "status": "awaiting_input", "message": "Wie viele Folien?\nA few, or many?"}
    if now < task["ends"]:
        view["status"] = "generating"
        # A reply moves the end, and must not undo work.
        share = max(task["share"], (now - task["began"]) / (task["ends"] - task["began"]))
        task["share"] = share
        done = int(share * task["pages"])
        if share > 0.2:
            view["tokens_used"] = 90 + 300 * done
            view["progress"] = {
                "slides_total": task["pages"],
                "slides_completed": done,
                "current_step": "layout" if done else "research",
                "eta": round(task["ends"] - now, 1),
            }
        return view
    if task["fails"]:
        return {**view, "status": "failed", "error": "Timeout: upstream did not answer within 30 s"}
    if task["deck"] is None:
        pages = [["Page %d" % n, task["prompt"], task["reply"] or ""] for n in range(task["pages"])]
        task["deck"] = new_deck(space, "Deck about " + task["prompt"][:30], pages)
    shown = show_deck(task["deck"], full=False)
    return {**view, "status": "completed", "tokens_used": 90 + 300 * task["pages"], "presentation": shown}


# Operations


def own(table, key, space):
    found = table.get(key)
    if found is None or found["space"] != space["id"]:
        raise No(403, "no_access")  # the same for a missing resource
    return found


def text(body, name, code=400):
    value = body.get(name) if isinstance(body, dict) else None
    if not isinstance(value, str) or not value.strip():
        raise No(code, "need_" + name)
    return value


def known_template(body):
    template = text(body, "template_id")
    if not any(template == key for group in CATALOGUE.values() for key, _ in group):
        raise No(400, "unknown_template")
    return template


def list_templates(space, **_):
    groups = {
        name: {"title": name.title(), "entries": [{"id": key, "caption": c} for key, c in group]}
        for name, group in CATALOGUE.items()
    }
    return 200, {"workspace": space["id"], "categories": groups}


def get_deck(space, key, **_):
    deck = own(DECKS, key, space)
    deck["views"] += 1
    return 200, show_deck(deck)


def create(space, body, **_):
    template = known_template(body)
    title = body.get("title") or "Untitled"
    return 200, {"presentation_id": new_deck(space, title, [[template], []])["key"]}


def start(space, body, **_):
    prompt = text(body, "prompt")
    known_template(body)
    task = new_task(space, prompt)
    path = "%s/presentations/generate/%d/status" % (PREFIX, task["key"])
    return 202, {"status": "generating", "poll_url": path, "generation_id": str(task["key"])}


def status(space, key, query, **_):
    task = own(TASKS, key, space)
    if "node" not in query:  # the task lives on one node, and others point to it
        place = "%s/presentations/generate/%s/status?node=b7" % (PREFIX, key)
        raise No(307, "moved", Location=place)
    return 200, show_task(task, space)


def message(space, key, body, **_):
    task = own(TASKS, key, space)
    if show_task(task, space)["status"] != "awaiting_input":
        raise No(400, "nothing_asked")
    task["reply"] = text(body, "text", 422)
    task["ends"] = time.time() + CHANCE.uniform(1, 5) / SPEED
    return 204, None


def rename(space, key, body, **_):
    deck = own(DECKS, key, space)
    deck["title"] = text(body, "title", 422)
    deck["touched"] = time.time()
    return 200, {"ok": True, "title": deck["title"]}


def route(method, parts):
    match (method, parts):
        case ("GET", ["templates"]):
            return list_templates, None
        case ("POST", ["presentations"]):
            return create, None
        case ("POST", ["presentations", "generate"]):
            return start, None
        case ("GET", ["presentations", "generate", key, "status"]):
            return status, key
        case ("POST", ["presentations", "generate", key, "message"]):
            return message, key
        case ("GET", ["presentations", key]):
            return get_deck, key
        case ("PATCH", ["presentations", key]):
            return rename, key
    raise No(404, "no_route")


# Keys and limits


def space_of(headers):
    scheme, _, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        key = headers.get("x-api-key", "")
    space = SPACES.get(key.strip())
    if space is None:
        raise No(403, "key_required")
    if not space["on"]:
        raise No(403, "api_off")
    count(key)
    return space


def count(key):
    """A fixed window: the whole allowance is there again at every full minute."""
    minute = int(time.time() // 60)
    window = WINDOWS.get(key)
    used = window[1] if window and window[0] == minute else 0
    if PER_MINUTE and used >= PER_MINUTE:
        reset = str((minute + 1) * 60)
        raise No(429, "too_fast", **{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset})
    WINDOWS[key] = (minute, used + 1)


def respond(method, target, headers, raw):
    url = urlsplit(target)
    if not url.path.startswith(PREFIX + "/"):
        raise No(404, "no_route")
    space = space_of(headers)
    operation, key = route(method, [unquote(p) for p in url.path[len(PREFIX) + 1 :].split("/")])
    body = None
    if method != "GET":
        try:
            body = json.loads(raw)
        except ValueError:
            raise No(400, "not_json") from None
    return operation(space=space, key=key, body=body, query=parse_qs(url.query))


# The wire


def serve(connection):
    with connection, connection.makefile("rb") as stream:
        connection.settimeout(60)
        try:
            while handle(connection, stream):
                pass
        except (OSError, ValueError):
            pass  # the client has gone


def handle(connection, stream):
    """One request. Returns whether the connection stays open."""
    line = stream.readline(65536).decode("latin-1").split()
    if len(line) != 3:
        return False
    method, target, _ = line
    headers = {}
    while (entry := stream.readline(65536).decode("latin-1").strip()) != "":
        name, _, value = entry.partition(":")
        headers[name.lower()] = value.strip()
    raw = read_body(stream, headers)
    more = {}
    try:
        with LOCK:
            code, body = respond(method, target, headers, raw)
    except No as refusal:
        code, more = refusal.status, refusal.headers
        body = {"code": refusal.code, "detail": [], "trace": uuid.uuid4().hex}
    connection.sendall(encode(code, body, more, headers))
    return headers.get("connection", "").lower() != "close"


def read_body(stream, headers):
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return stream.read(int(headers.get("content-length", 0)))
    whole = b""
    while size := int(stream.readline().split(b";")[0], 16):
        whole += stream.read(size)
        stream.readline()
    stream.readline()
    return whole


def encode(code, body, more, headers):
    """Names in capitals, letters outside ASCII escaped, and bodies in chunks."""
    lines = ["HTTP/1.1 %d %s" % (code, HTTPStatus(code).phrase)]
    out = {"DATE": time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime()), "X-TRACE": uuid.uuid4().hex, **more}
    data = b""
    if body is not None:
        data = json.dumps(body, separators=(", ", ": ")).encode()
        out["CONTENT-TYPE"] = "application/json;charset=UTF-8"
        if "deflate" in headers.get("accept-encoding", ""):
            data = zlib.compress(data)
            out["CONTENT-ENCODING"] = "deflate"
        out["TRANSFER-ENCODING"] = "chunked"
        middle = len(data) // 2
        parts = [part for part in (data[:middle], data[middle:], b"") if part or part == b""]
        data = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts if part) + b"0\r\n\r\n"
    lines += ["%s: %s" % item for item in out.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


def main():
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1], flush=True)

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


main()
