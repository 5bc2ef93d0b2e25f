"""Receives the events of a webhook of a running demo, and writes them to a file for the verifiers.

The arguments are the address of the demo and the file. One request is sent before and one after a
rotation of the secret, so that the second has the signatures of two secrets.
"""

import json
import os
import sys
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

PATIENCE = 60  # seconds, far longer than a delivery takes

base, file = sys.argv[1:]
accounts = json.loads(Path(os.environ["DATA_DIR"], "demo_accounts.json").read_text())
requests = Queue()
direct = build_opener(ProxyHandler({}))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        requests.put(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def call(token, method, path, body=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{base}/api{path}", data, headers, method=method)
    try:
        with direct.open(request, timeout=PATIENCE) as response:
            return json.load(response)
    except HTTPError as error:
        raise SystemExit(f"{method} {path} was refused: {error.read().decode()}") from error


def by_role(role):
    account = next(account for account in accounts if account["role"] == role)
    body = {"email": account["email"], "password": account["password"]}
    return call(None, "POST", "/auth/login", body)["accessToken"]


def received(event_type, secrets):
    """The next request, which has to carry this event."""
    try:
        headers, body = requests.get(timeout=PATIENCE)
    except Empty:
        raise SystemExit(f"{event_type} was not delivered within {PATIENCE} s") from None
    payload = json.loads(body)
    if payload["type"] != event_type or payload["data"]["id"] != headers["webhook-id"]:
        raise SystemExit(f"instead of {event_type} came {headers} {body}")
    signatures = headers["webhook-signature"].split(" ")
    if len(signatures) != len(secrets):
        raise SystemExit(f"{len(secrets)} secrets signed {event_type}: {signatures}")
    return {"secrets": secrets, "headers": headers, "body": body.decode()}


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
Thread(target=server.serve_forever, daemon=True).start()

administrator, employee = by_role("admin"), by_role("hr")
address = f"http://127.0.0.1:{server.server_port}/hooks"
webhook = call(administrator, "POST", "/webhooks", {"url": address})

start = date.today() + timedelta(days=400)
absence = {
    "type": "unpaid",
    "startDate": start.isoformat(),
    "endDate": (start + timedelta(days=6)).isoformat(),
    "reason": "A journey — رحلة",
}
leave = call(employee, "POST", "/leave/requests", absence)
deliveries = [received("leave.requested", [webhook["secret"]])]

rotation = {"rotateSecret": True}
rotated = call(administrator, "PATCH", f"/webhooks/{webhook['id']}", rotation)
call(employee, "POST", f"/leave/requests/{leave['id']}/cancel", {})
deliveries.append(received("leave.cancelled", [webhook["secret"], rotated["secret"]]))

Path(file).write_text(json.dumps(deliveries))
