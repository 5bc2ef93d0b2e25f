// The size of the files that a page loads, and the response to a keystroke.
import type { Page } from '@playwright/test';
import { appraisalAt, personOf } from './support/api';
import { atStage, type Person } from './support/demo_accounts';
import { giveThePassword } from './support/guest';
import { expect, test, visit } from './support/test';

const KEYSTROKES = 40;
/** The limits for scripts and styles of pages (docs/decisions/0009). */
const BYTES_OF_FORM = 370 * 1024;
const BYTES_OF_PROGRAM = 300 * 1024;
const BYTES_OF_DOCUMENT = 70 * 1024;
/** The path of the page script. */
const SCRIPT = /^\/mizan\.[0-9a-f]{16}\.js$/;

test('each keystroke on a long form shows a new score', async ({ browserOf }) => {
  const detail = await appraisalAt('pending_lm', { reviewType: 'annual', isManagerRole: true });
  expect(detail.items.length).toBeGreaterThanOrEqual(35);
  const page = await browserOf(await personOf(detail.lineManagerStaffId));
  await visit(page, `/appraisals/${detail.id}`);
  const rows = page.getByRole('radiogroup', { name: /^Line manager’s rating/ });
  await rows.first().getByRole('radio').first().focus();

  await page.evaluate(() => {
    const times: number[] = [];
    let pressed = 0;
    const bar = document.querySelector('[aria-label="Progress"]');
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
});

test('what the form loads is compressed before and kept for good', async ({ browserOf }) => {
  const loaded = await filesOfForm(browserOf);
  const kinds = [...loaded.keys()].map((name) => name.split('.').pop()).sort();
  expect(kinds).toEqual(['css', 'js', 'js', 'wasm']);
  for (const [name, { headers }] of [...loaded].filter(([name]) => !SCRIPT.test(name))) {
    expect(name, 'the name tells the content').toMatch(/^\/pkg\/[\w-]+\.[\w-]{20,}\.\w+$/);
    expect(headers['content-encoding'], name).toBe('br');
    expect(headers['cache-control'], name).toContain('immutable');
    expect(headers['vary'], name).toContain('accept-encoding');
  }
  console.log(`the form: ${bytesOf(loaded)} bytes by Brotli`);
  expect(bytesOf(loaded)).toBeLessThan(BYTES_OF_FORM);
});

for (const [desk, path] of [
  ['Credit officer', '/credit/simulate'],
  ['Credit officer', '/credit/new?product=ijarah'],
  ['HR', '/settings/catalogs'],
  ['HR', '/settings/templates/new'],
] as const) {
  test(`the program of ${path} stays small`, async ({ browserOf }) => {
    const page = await browserOf(atStage(desk));
    const loaded = await filesLoadedBy(page, () => visit(page, path));
    console.log(`${path}: ${bytesOf(loaded)} bytes by Brotli`);
    expect([...loaded.keys()].filter((name) => name.endsWith('.wasm'))).toHaveLength(1);
    expect(bytesOf(loaded)).toBeLessThan(BYTES_OF_PROGRAM);
  });
}

test('an appraisal that is only read loads no program', async ({ browserOf }) => {
  const detail = await appraisalAt('pending_lm');
  const page = await browserOf(await personOf(detail.staffId));
  await expectDocument(page, () => page.goto(`/appraisals/${detail.id}`));
});

for (const path of ['/login', '/login/code', '/portal/login', '/portal/login/code']) {
  test(`${path} loads no program, and little else`, async ({ visitor }) => {
    const page = await visitor();
    await expectDocument(page, () => page.goto(path, { waitUntil: 'networkidle' }));
  });
}

for (const [desk, path] of [
  ['HR', '/'],
  ['HR', '/appraisals?scope=all'],
  ['HR', '/appraisals/stuck'],
  ['HR', '/appraisals/new'],
  ['HR', '/analytics'],
  ['HR', '/audit'],
  ['HR', '/leave'],
  ['HR', '/notifications'],
  ['HR', '/people'],
  ['HR', '/probation'],
  ['HR', '/settings/departments'],
  ['HR', '/settings/templates'],
  ['HR', '/nowhere'],
  ['HR', '/appraisals/018f3a52-0000-7000-8000-000000000000'],
  ['Credit officer', '/credit'],
  ['Credit officer', '/credit/accounts'],
  ['Credit officer', '/credit/journals'],
  ['Credit officer', '/credit/reports'],
  ['Credit officer', '/credit/trial-balance'],
  ['Credit officer', '/customers'],
] as const) {
  test(`${path} (${desk}) loads no program, and little else`, async ({
    browserOf,
    watch,
  }) => {
    watch.expect(/status of 404/);
    const page = await browserOf(atStage(desk));
    await expectDocument(page, () => page.goto(path));
  });
}

test('the first page of the portal loads no program, and little else', async ({ visitor }) => {
  const page = await visitor();
  await giveThePassword(page, atStage('Customer at the portal'));
  await expectDocument(page, () => page.goto('/portal', { waitUntil: 'networkidle' }));
});

/** Expects that a page loads no bundle. A file from the browser cache has no size. */
async function expectDocument(page: Page, open: () => Promise<unknown>): Promise<void> {
  const loaded = await filesLoadedBy(page, open);
  const isCommon = (name: string) => name.endsWith('.css') || SCRIPT.test(name);
  expect([...loaded.keys()].filter((name) => !isCommon(name))).toEqual([]);
  expect(bytesOf(loaded)).toBeLessThan(BYTES_OF_DOCUMENT);
}

function bytesOf(loaded: Files): number {
  return [...loaded.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

type Files = Map<string, { headers: Record<string, string>; bytes: number }>;

/** The transfer sizes of scripts and styles when a form is filled in for the first time. */
async function filesOfForm(browserOf: (person: Person) => Promise<Page>): Promise<Files> {
  const detail = await appraisalAt('pending_lm');
  const page = await browserOf(await personOf(detail.lineManagerStaffId));
  return filesLoadedBy(page, () => visit(page, `/appraisals/${detail.id}`));
}

async function filesLoadedBy(page: Page, open: () => Promise<unknown>): Promise<Files> {
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
  await open();
  await Promise.all(listening);
  return loaded;
}
