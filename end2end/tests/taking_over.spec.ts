// The time between the display of a page and its hydration: no user input is lost, and leaving the
// page causes no errors.
import type { Page, Route } from '@playwright/test';
import { appraisalAt, as, personOf, type Detail } from './support/api';
import { HR, LINE_MANAGER, type Person } from './support/demo_accounts';
import { expect, hurry, test, visit } from './support/test';

let detail: Detail;
let subject: Person;

test.beforeAll(async () => {
  detail = await appraisalAt('pending_self');
  subject = await personOf(detail.staffId);
});

function achievement(page: Page) {
  return page.getByRole('textbox', { name: /^Actual achievement/ }).first();
}

/** Delays the bundle, or another file, until the returned function is called. */
async function holdProgram(page: Page, file = PROGRAM): Promise<() => Promise<void>> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(file, async (route: Route) => {
    await gone;
    // A page that was left no longer waits for the bundle.
    await route.continue().catch(() => {});
  });
  return async () => letGo();
}

const PROGRAM = /\/pkg\/mizan-appraisal\..*\.wasm$/;
const LOADER = /\/pkg\/mizan-appraisal\..*\.js$/;

type Painted = Window & { events: string[]; paint: () => void };

/** Delays all frames of the page until `paint` is called, and records when the bundle is loaded. */
function holdFrames(): void {
  const held: FrameRequestCallback[] = [];
  const events: string[] = [];
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => held.push(callback);
  const paint = () => {
    events.push('painted');
    window.requestAnimationFrame = request;
    held.forEach(request);
  };
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...bundle) => {
    const instance = await instantiate(...bundle);
    events.push('loaded');
    return instance;
  };
  document.addEventListener('mizan:taken-over', () => events.push('hydrated'));
  Object.assign(window, { events, paint });
}

/** Waits for as many timers in turn as hydration takes if it pauses after each island. */
async function waitForTimers(): Promise<void> {
  const pauses = 10 + document.querySelectorAll('leptos-island').length;
  for (let pause = 0; pause < pauses; pause += 1) {
    await new Promise((done) => setTimeout(done));
  }
}

test('the program is fetched before the first paint and hydrates after it', async ({
  browserOf,
}) => {
  const page = await browserOf(subject);
  await page.addInitScript(holdFrames);
  const letCome = await holdProgram(page, LOADER);
  const asked = page.waitForRequest(PROGRAM);
  await hurry(page, `/appraisals/${detail.id}`);
  await (await asked).response();
  await letCome();
  const events = () => page.evaluate(() => (window as unknown as Painted).events);
  await expect.poll(events).toEqual(['loaded']);
  await page.evaluate(waitForTimers);
  await page.evaluate(() => (window as unknown as Painted).paint());
  await expect.poll(events).toEqual(['loaded', 'painted', 'hydrated']);
});

test('what is typed and pressed while the program is fetched counts', async ({ browserOf }) => {
  const page = await browserOf(subject);
  const letCome = await holdProgram(page);
  const asked = page.waitForRequest(PROGRAM);
  await hurry(page, `/appraisals/${detail.id}`);
  await asked;
  await expect(page).toHaveTitle(/ · Mizan$/);
  const text = 'Typed while the program is fetched';
  await achievement(page).fill('');
  await achievement(page).pressSequentially(text);
  await page.keyboard.press('Tab');
  const scores = page.getByRole('radiogroup').first().getByRole('radio');
  for (const score of [2, 4, 2]) {
    await scores.nth(score - 1).check({ force: true });
  }
  const menu = page.getByRole('dialog', { name: 'Settings and sign out' });
  await page.getByRole('button', { name: 'settings and sign out' }).click();
  await expect(menu, 'what is no island answers at once').toBeVisible();
  await page.keyboard.press('Escape');
  const saved = page.waitForResponse('**/api/ui/appraisal/save-self');
  await letCome();
  await saved;
  await expect(achievement(page)).toHaveValue(text);
  await expect(scores.nth(1)).toBeChecked();
  const stored = async () => (await (await as(subject)).detail(detail.id)).items[0];
  await expect.poll(stored).toMatchObject({ actualAchievement: text, selfScore: 2 });
});

test('the date of a plan counts while the program is fetched', async ({ browserOf }) => {
  const reviewed = await appraisalAt('pending_lm');
  const page = await browserOf(LINE_MANAGER);
  const letCome = await holdProgram(page);
  const asked = page.waitForRequest(PROGRAM);
  await hurry(page, `/appraisals/${reviewed.id}`);
  await asked;
  const plan = page.getByRole('group', { name: 'Development plan' });
  const date = plan.getByLabel('Target date').first();
  await date.fill('2027-03-31');
  await expect(date).not.toHaveAttribute('data-said');
  const saved = page.waitForResponse('**/api/ui/appraisal/save-review');
  await letCome();
  await saved;
  await expect(date).toHaveAttribute('data-said', '31 Mar 2027');
  const stored = async () => (await (await as(LINE_MANAGER)).detail(reviewed.id)).planRows;
  await expect.poll(stored).toMatchObject({ development: [{ targetDate: '2027-03-31' }] });
  await date.fill('');
  await expect(date).toHaveAttribute('data-said', 'Select a date');
});

test('nothing is decided without its question while the program is fetched', async ({
  browserOf,
}) => {
  const waiting = await appraisalAt('pending_hr');
  const page = await browserOf(HR);
  const letCome = await holdProgram(page);
  const asked = page.waitForRequest(PROGRAM);
  await hurry(page, `/appraisals/${waiting.id}`);
  await asked;
  await page.getByRole('button', { name: /^Finalize/ }).click();
  await letCome();
  await expect(page.getByRole('dialog', { name: /^Finalize/ })).toBeVisible();
  const stored = await (await as(HR)).detail(waiting.id);
  expect(stored.status).toBe('pending_hr');
});

test('a page can be left while its program is fetched', async ({ browserOf }) => {
  const page = await browserOf(subject);
  for (const step of [1, 2, 3]) {
    const letCome = await holdProgram(page);
    const asked = page.waitForRequest(PROGRAM);
    await hurry(page, `/appraisals/${detail.id}?step=${step}`);
    await asked;
    await page.getByRole('link', { name: 'Leave', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Leave' })).toBeVisible();
    await letCome();
    await page.unroute(PROGRAM);
  }
  await visit(page, '/leave');
});
