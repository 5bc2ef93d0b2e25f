// Every password, key, code and token of a run, so that the last test can look for them.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from './demos';

const fileOf = (demo: Demo) => join(demo.MIZAN_DATA ?? '.', 'seen-secrets.txt');

/** Remembers something that must be found nowhere afterwards, and answers it. */
export function secret(text: string): string {
  appendFileSync(fileOf(process.env), `${text}\n`);
  return text;
}

/** All that was remembered of a demo in this run, whichever process did. */
export function secrets(demo: Demo): string[] {
  const file = fileOf(demo);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return [...new Set(lines.filter((line) => line !== ''))];
}
