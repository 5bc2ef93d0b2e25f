// How fast the form answers, and how much the browser has to load for it.
import type { Page } from '@playwright/test';
import { appraisalAt, as, personOf } from './support/api';
import { HR } from './support/cast';
import { expect, test, visit } from './support/test';

const KEYSTROKES = 40;
const MILLISECONDS = 16;
/** What the form should load, and what it may load until it does (docs/decisions/0009). */
const BYTES_AIMED_AT = 450 * 1024;
const BYTES = 600 * 1024;

test('a keystroke on a long form shows the new score within a frame', async ({ browserOf }) => {
  const detail = await appraisalAt('pending_lm', { reviewType: 'annual', isManagerRole: true });
  expect(detail.items.length).toBeGreaterThanOrEqual(35);
  const page = await browserOf(await personOf(detail.lineManagerStaffId));
  await visit(page, `/appraisals/${detail.id}`);
  const rows = page.getByRole('radiogroup', { name: /^Supervisor score/ });
  await rows.first().getByRole('radio').first().focus();

  await page.evaluate(() => {
    const times: number[] = [];
    let pressed = 0;
    const bar = document.querySelector('[aria-label="State of the form"]');
    addEventListener('keydown', () => (pressed = performance.now()), { capture: true });
    const seen = () => {
      if (pressed > 0) {
        times.push(performance.now() - pressed);
        pressed = 0;
      }
    };
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver(seen).observe(bar as Element, changes);
    Object.assign(window, { times });
  });
  const rowsUsed = KEYSTROKES / 5;
  for (let row = 0; row < rowsUsed; row += 1) {
    for (const score of ['5', '3', '1', '4', '2']) {
      await page.keyboard.press(score);
    }
    await page.keyboard.press('ArrowDown');
  }
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  expect(times.length).toBe(KEYSTROKES);
  times.sort((left, right) => left - right);
  const median = times[KEYSTROKES / 2];
  const most = times[KEYSTROKES - 1];
  console.log(
    `${detail.items.length} rows: keystroke to preview ${median.toFixed(1)} ms in the median, ` +
      `${most.toFixed(1)} ms at most`,
  );
  expect(median).toBeLessThan(MILLISECONDS);
});

test('what the form loads is compressed before and kept for good', async ({ browserOf }) => {
  const loaded = await loadedFiles(await browserOf(HR));
  const kinds = [...loaded.keys()].map((name) => name.split('.').pop()).sort();
  expect(kinds).toEqual(expect.arrayContaining(['css', 'js', 'wasm']));
  for (const [name, { headers }] of loaded) {
    expect(name, 'the name tells the content').toMatch(/^\/pkg\/[\w-]+\.[\w-]{20,}\.\w+$/);
    expect(headers['content-encoding'], name).toBe('br');
    expect(headers['cache-control'], name).toContain('immutable');
    expect(headers['vary'], name).toContain('accept-encoding');
  }
});

test('what the form loads does not grow', async ({ browserOf }) => {
  expect(await bytesOfForm(await browserOf(HR))).toBeLessThan(BYTES);
});

test('what the form loads is small', async ({ browserOf }) => {
  test.fail(true, 'the views of the form are too large; once they are not, this line has to go');
  expect(await bytesOfForm(await browserOf(HR))).toBeLessThan(BYTES_AIMED_AT);
});

async function bytesOfForm(page: Page): Promise<number> {
  const loaded = await loadedFiles(page);
  const total = [...loaded.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${loaded.size} files, ${total} bytes by brotli`);
  return total;
}

type Files = Map<string, { headers: Record<string, string>; bytes: number }>;

/** Program and styles as they come over the wire when a form is opened for the first time. */
async function loadedFiles(page: Page): Promise<Files> {
  const hr = await as(HR);
  const [first] = (
    await hr.get<{ data: { id: string }[] }>('/api/staff/appraisals?scope=all&limit=1')
  ).data;
  const loaded: Files = new Map();
  const listening: Promise<void>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\.(wasm|js|css)$/.test(pathname)) {
      listening.push(
        (async () => {
          const headers = await response.allHeaders();
          const { responseBodySize: bytes } = await response.request().sizes();
          loaded.set(pathname, { headers, bytes });
        })(),
      );
    }
  });
  await visit(page, `/appraisals/${first.id}`);
  await Promise.all(listening);
  return loaded;
}
