// An authenticator app (RFC 6238), implemented independently of the tested code.
import { createHmac } from 'node:crypto';
import { secret as remembered } from './secrets';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP = 30_000;

/** The bytes of a key. */
export function decoded(base32: string): Buffer {
  let bits = '';
  for (const letter of base32.replace(/=+$/, '')) {
    bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0');
  }
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => parseInt(byte, 2)));
}

/** The code of one time step. */
export function totp(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decoded(secret)).update(counter).digest();
  const offset = digest[digest.length - 1] & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

function now(): number {
  return Math.floor(Date.now() / STEP);
}

/** An app that never displays the same code twice, because each code is accepted once. */
export class App {
  private last = 0;

  constructor(readonly secret: string) {
    remembered(secret);
  }

  /** An unused code. The server accepts those of one step ahead. */
  async code(): Promise<string> {
    const step = Math.max(now(), this.last + 1);
    while (now() < step - 1) {
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    this.last = step;
    return totp(this.secret, step);
  }
}
