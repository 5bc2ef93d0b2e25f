// Verifies the requests in a file with the library for JavaScript. Each secret has to verify the
// request as it was received, and no request with another byte in its body.
const { readFileSync } = require('node:fs');
const { Webhook, WebhookVerificationError } = require('standardwebhooks');

function isGenuine(secret, headers, body) {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

const deliveries = JSON.parse(readFileSync(process.argv[2], 'utf8'));
if (deliveries.length === 0) throw new Error('there are no requests to verify');
for (const { secrets, headers, body } of deliveries) {
  const received = Buffer.from(body);
  for (const secret of secrets) {
    if (!isGenuine(secret, headers, received)) throw new Error(`the library refuses ${body}`);
    for (let place = 0; place < received.length; place += 1) {
      const changed = Buffer.from(received);
      changed[place] ^= 1;
      if (isGenuine(secret, headers, changed)) {
        throw new Error(`the library accepts another byte at ${place} of ${body}`);
      }
    }
  }
}
