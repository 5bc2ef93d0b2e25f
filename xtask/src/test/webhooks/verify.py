"""Verifies the requests in a file, with the program in the documentation or with the library.

The arguments are `example` or `library`, and the file. Each secret has to verify the request as it
was received, and no request with another byte in its body.
"""

import json
import sys
from pathlib import Path


def by_example(secret, headers, body):
    from webhook import is_genuine

    return is_genuine(secret, headers, body)


def by_library(secret, headers, body):
    from standardwebhooks import Webhook, WebhookVerificationError

    try:
        Webhook(secret).verify(body, headers, json_parse=False)
    except WebhookVerificationError:
        return False
    return True


verifier, file = sys.argv[1:]
is_genuine = {"example": by_example, "library": by_library}[verifier]
deliveries = json.loads(Path(file).read_text())
if not deliveries:
    raise SystemExit("there are no requests to verify")
for delivery in deliveries:
    headers, body = delivery["headers"], delivery["body"].encode()
    for secret in delivery["secrets"]:
        if not is_genuine(secret, headers, body):
            raise SystemExit(f"{verifier} refuses {headers} {body}")
        for place in range(len(body)):
            changed = bytearray(body)
            changed[place] ^= 1
            if is_genuine(secret, headers, bytes(changed)):
                raise SystemExit(f"{verifier} accepts another byte at {place} of {body}")
