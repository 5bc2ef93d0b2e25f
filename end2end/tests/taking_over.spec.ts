// The time between a page that can be read and a page whose program listens: nothing that the
// reader does in it is lost, and leaving it is nothing to complain of.
import type { Page, Route } from '@playwright/test';
import { appraisalAt, as, personOf, type Detail } from './support/api';
import { MANAGING_DIRECTOR, type Person } from './support/cast';
import { expect, hurry, test, visit } from './support/test';

let detail: Detail;
let subject: Person;

test.beforeAll(async () => {
  detail = await appraisalAt('pending_self');
  subject = await personOf(detail.staffId);
});

function achievement(page: Page) {
  return page.getByRole('textbox', { name: /^What was achieved/ }).first();
}

/** Holds the program back; what is answered lets it come. */
async function holdProgram(page: Page, files: RegExp): Promise<() => Promise<void>> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(files, async (route: Route) => {
    await gone;
    // A page that was left no longer waits for it.
    await route.continue().catch(() => {});
  });
  return async () => letGo();
}

const PROGRAM = /\/pkg\/mizan\..*\.wasm$/;
const PARTS = /\/pkg\/(split|chunk)_.*\.wasm$/;

for (const [name, files] of [
  ['is fetched', PROGRAM],
  ['takes the page over', PARTS],
] as const) {
  test(`what is typed and pressed while the program ${name} counts`, async ({ browserOf }) => {
    const page = await browserOf(subject);
    await page.addInitScript(() => {
      Object.assign(window, { printed: 0 });
      window.print = () => ((window as unknown as { printed: number }).printed += 1);
    });
    const letCome = await holdProgram(page, files);
    const asked = page.waitForRequest(files);
    await hurry(page, `/appraisals/${detail.id}`);
    await asked;
    await expect(page).toHaveTitle(/ · Mizan$/);
    const text = `Typed while the program ${name}`;
    await achievement(page).fill('');
    await achievement(page).pressSequentially(text);
    await page.keyboard.press('Tab');
    const scores = page.getByRole('radiogroup').first().getByRole('radio');
    for (const score of [2, 4, 2]) {
      await scores.nth(score - 1).check({ force: true });
    }
    await page.getByRole('button', { name: 'Print' }).click();
    const saved = page.waitForResponse('**/api/ui/appraisal/save-self');
    await letCome();
    await saved;
    await expect(achievement(page)).toHaveValue(text);
    await expect(scores.nth(1)).toBeChecked();
    const printed = () =>
      page.evaluate(() => (window as unknown as { printed: number }).printed);
    await expect.poll(printed).toBe(1);
    const stored = async () => (await (await as(subject)).detail(detail.id)).items[0];
    await expect.poll(stored).toMatchObject({ actualAchievement: text, selfScore: 2 });
  });

  test(`nothing is decided without its question while the program ${name}`, async ({
    browserOf,
  }) => {
    const waiting = await appraisalAt('pending_md');
    const page = await browserOf(MANAGING_DIRECTOR);
    const letCome = await holdProgram(page, files);
    const asked = page.waitForRequest(files);
    await hurry(page, `/appraisals/${waiting.id}`);
    await asked;
    await page.getByRole('button', { name: 'Approve' }).click();
    await letCome();
    await expect(page.getByRole('dialog', { name: /^Approve/ })).toBeVisible();
    const stored = await (await as(MANAGING_DIRECTOR)).detail(waiting.id);
    expect(stored.status).toBe('pending_md');
  });

  test(`a page can be left while its program ${name}`, async ({ browserOf }) => {
    const page = await browserOf(subject);
    for (const step of [1, 2, 3]) {
      const letCome = await holdProgram(page, files);
      const asked = page.waitForRequest(files);
      await hurry(page, `/appraisals/${detail.id}?step=${step}`);
      await asked;
      await page.getByRole('link', { name: 'Leave', exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Leave' })).toBeVisible();
      await letCome();
      await page.unroute(files);
    }
    await visit(page, '/leave');
  });
}

test('the parts of the program are asked for in tasks of their own', async ({ browserOf }) => {
  const page = await browserOf(subject);
  await page.addInitScript(() => {
    const tasks: number[] = [];
    const fetchNow = window.fetch;
    let task = 0;
    const noted: typeof fetch = (file, options) => {
      if (file instanceof URL) {
        tasks.push(task);
        setTimeout(() => (task += 1));
      }
      return fetchNow(file, options);
    };
    window.fetch = noted;
    Object.assign(window, { tasks });
  });
  await visit(page, `/appraisals/${detail.id}`);
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  expect(tasks.length, 'the form has several parts').toBeGreaterThan(2);
  expect(tasks).toEqual(tasks.map((_, place) => place));
  await expect.poll(() => page.evaluate(() => window.fetch.name)).not.toBe('fetchInTurn');
});
