// All passwords, keys, codes and tokens of a run, which the last test searches for.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from './demos';

const fileOf = (demo: Demo) => join(demo.MIZAN_DATA ?? '.', 'seen-secrets.txt');

/** Records a secret that must not be stored anywhere, and returns it. */
export function secret(text: string): string {
  appendFileSync(fileOf(process.env), `${text}\n`);
  return text;
}

/** All secrets of a demo that any process has recorded in this run. */
export function secrets(demo: Demo): string[] {
  const file = fileOf(demo);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return [...new Set(lines.filter((line) => line !== ''))];
}
