// Every password, key, code and token of a run, so that the last test can look for them.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(process.env.MIZAN_DATA ?? '.', 'seen-secrets.txt');

/** Remembers something that must be found nowhere afterwards, and answers it. */
export function secret(text: string): string {
  appendFileSync(FILE, `${text}\n`);
  return text;
}

/** All that was remembered in this run, whichever process did. */
export function secrets(): string[] {
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : [];
  return [...new Set(lines.filter((line) => line !== ''))];
}
