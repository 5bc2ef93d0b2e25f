import base64, hashlib, hmac, time

def is_genuine(secret, headers, body):  # body: bytes
    key = base64.b64decode(secret.removeprefix("whsec_"))
    timestamp = headers["webhook-timestamp"]
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = headers["webhook-signature"].split(" ")
    is_recent = abs(time.time() - int(timestamp)) < 300
    return is_recent and any(hmac.compare_digest(it, expected) for it in signatures)
