// Runs after all other tests: no credential was stored in plain text.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { demos, type Demo } from './support/demos';
import { enrol, newGuest } from './support/guest';
import { secrets } from './support/secrets';
import { expect, test } from './support/test';
import { decoded } from './support/totp';

/** The encodings in which a secret could have been stored. */
function forms(secret: string): Buffer[] {
  const texts = [secret, secret.toLowerCase(), secret.replaceAll('-', '')];
  const bytes = [...new Set(texts)].map((text) => Buffer.from(text));
  if (/^[A-Z2-7]{32}$/.test(secret)) {
    bytes.push(decoded(secret));
  }
  const encoded = (form: Buffer, how: 'base64' | 'hex') =>
    Buffer.from(form.toString(how).replace(/=+$/, ''));
  return bytes.flatMap((form) => [form, encoded(form, 'base64'), encoded(form, 'hex')]);
}

/** All data that a service stores or writes: its database, its log and its mail. */
function kept(demo: Demo): Map<string, Buffer> {
  const data = demo.MIZAN_DATA ?? '.';
  const database = (demo.DATABASE_URL ?? '').replace(/^sqlite:/, '');
  const outbox = join(data, 'outbox');
  const mails = existsSync(outbox) ? readdirSync(outbox).map((mail) => join(outbox, mail)) : [];
  const files = [database, `${database}-wal`, demo.MIZAN_LOG ?? '', ...mails];
  return new Map(files.filter(existsSync).map((file) => [file, readFileSync(file)]));
}

function found(places: Map<string, Buffer>, known: string[]): string[] {
  return known.flatMap((secret) =>
    [...places]
      .filter(([, bytes]) => forms(secret).some((form) => bytes.includes(form)))
      .map(([place]) => `${secret} in ${place}`),
  );
}

test('no password, key, recovery code or token of the whole run is in database, log or mail', async () => {
  test.setTimeout(300_000);
  await enrol(await newGuest('Last of all'));
  expect(demos.flatMap(secrets).length).toBeGreaterThan(10);
  for (const demo of demos) {
    const places = kept(demo);
    expect(places.size).toBeGreaterThan(1);
    expect(found(places, secrets(demo))).toEqual([]);
  }
});

test('a secret that was kept would be found in each of its forms', () => {
  const code = 'f3b1-09ac-77de-4410';
  const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  for (const planted of [code, code.replaceAll('-', ''), key, key.toLowerCase()]) {
    const log = Buffer.from(`{"level":"INFO","text":"${planted}"}`);
    expect(found(new Map([['log', log]]), [code, key])).toHaveLength(1);
  }
  const raw = Buffer.concat([Buffer.from('row'), decoded(key), Buffer.from('end')]);
  expect(found(new Map([['database', raw]]), [code, key])).toEqual([`${key} in database`]);
  expect(found(new Map([['log', Buffer.from('nothing')]]), [code, key])).toEqual([]);
});
