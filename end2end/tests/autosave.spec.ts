// No input is lost: without a connection, without a session, after a refusal, and with two windows.
import type { Page } from '@playwright/test';
import { appraisalAt, as, personOf, type Detail } from './support/api';
import { HR, type Person } from './support/demo_accounts';
import { bar, signInAs } from './support/stages';
import { alive, comeBack, enter, expect, signInAgain, test, visit } from './support/test';

const SAVE = '**/api/ui/appraisal/save-self';

/** The note at a field that is saved on the server, not that of a field waiting to be sent. */
const SAVED = /Saved(?! on this device)/;

let detail: Detail;
let subject: Person;

test.beforeAll(async () => {
  detail = await appraisalAt('pending_self');
  subject = await personOf(detail.staffId);
});

function path(): string {
  return `/appraisals/${detail.id}`;
}

/** The achievement field of a row. */
function achievement(page: Page, row: number) {
  return page.getByRole('textbox', { name: /^Actual achievement/ }).nth(row);
}

/** The row that contains that field. */
function row(page: Page, position: number) {
  return page.getByRole('article').nth(position);
}

async function stored(position: number): Promise<string | null> {
  const api = await as(subject);
  return (await api.detail(detail.id)).items[position].actualAchievement;
}

test('typing saves itself after a moment, and only what has changed', async ({ browserOf }) => {
  const page = await browserOf(subject);
  await visit(page, path());
  const saving = page.waitForRequest(SAVE);
  await achievement(page, 0).pressSequentially('Saved without a button');
  const sent = (await saving).postDataJSON();
  expect(sent.input.items).toEqual([
    { id: detail.items[0].id, actualAchievement: 'Saved without a button' },
  ]);
  await expect(row(page, 0)).toContainText(SAVED);
  await expect(bar(page)).toContainText('All changes saved');
  expect(await stored(0)).toBe('Saved without a button');
  await visit(page, path());
  await expect(achievement(page, 0)).toHaveValue('Saved without a button');
});

test('a lost connection keeps what is typed, and its return sends it', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  const page = await browserOf(subject);
  await visit(page, path());
  await page.context().setOffline(true);
  await achievement(page, 1).fill('Typed on a train');
  await expect(row(page, 1)).toContainText('Saved on this device; will sync');
  await expect(bar(page)).toContainText('1 change waiting to sync');
  await page.context().setOffline(false);
  await expect(row(page, 1)).toContainText(SAVED);
  expect(await stored(1)).toBe('Typed on a train');
});

test('what is kept outlasts a reload', async ({ browserOf, watch }) => {
  watch.expect(/ERR_CONNECTION_REFUSED/);
  const page = await browserOf(subject);
  await page.route(SAVE, (route) => route.abort('connectionrefused'));
  await visit(page, path());
  await achievement(page, 2).fill('Typed before the reload');
  await expect(row(page, 2)).toContainText('Saved on this device; will sync');
  await alive(page, () => page.reload());
  await expect(achievement(page, 2)).toHaveValue('Typed before the reload');
  await expect(row(page, 2)).toContainText('Saved on this device; will sync');
  expect(await stored(2)).toBeNull();
  await page.unroute(SAVE);
  await expect(row(page, 2)).toContainText(SAVED);
  expect(await stored(2)).toBe('Typed before the reload');
});

test('what was typed when the session had ended is saved after a new sign-in', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/status of 401/);
  const page = await browserOf(subject);
  await visit(page, path());
  await page.context().clearCookies();
  await achievement(page, 3).fill('Typed after the session had ended');
  await expect(page.getByText('Your session has ended')).toBeInViewport();
  await expect(row(page, 3)).toContainText('Session ended: saved on this device until you sign in');
  await expect(bar(page)).toContainText('Session ended. Sign in again; your changes are kept.');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText('Your session has ended')).toBeInViewport();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByText('Your session has ended')).toBeInViewport();
  await expect(achievement(page, 3)).toHaveValue('Typed after the session had ended');

  await signInAgain(page, subject);
  await comeBack(page);
  await expect(page.getByText('Your session has ended')).toBeHidden();
  await expect(achievement(page, 3)).toHaveValue('Typed after the session had ended');
  await expect(bar(page)).toContainText('All changes saved', { timeout: 40_000 });
  expect(await stored(3)).toBe('Typed after the session had ended');
});

test('a link without a session leads to the sign-in, and from there to its page', async ({
  browserOf,
}) => {
  const page = await browserOf(subject);
  await visit(page, '/');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Leave', exact: true }).first().click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill(subject.email);
  await page.getByLabel('Password', { exact: true }).fill(subject.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Request leave' })).toBeVisible();
});

test('nothing is finalized before the remarks are saved', async ({ browserOf, watch }) => {
  watch.expect(/status of 400/);
  const waiting = await appraisalAt('pending_hr');
  const page = await browserOf(HR);
  await visit(page, `/appraisals/${waiting.id}`);
  await page.getByRole('textbox', { name: 'Remarks' }).fill('x'.repeat(10_001));
  await page.getByRole('button', { name: /^Finalize/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Finalize/ }).click();
  await expect(page.getByText('Not finalized: some changes weren’t saved')).toBeVisible();
  const api = await as(HR);
  expect((await api.detail(waiting.id)).status).toBe('pending_hr');
});

test('what another person typed in the same browser is not shown to the next one', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/status of 401/);
  const page = await browserOf(subject);
  await visit(page, path());
  await page.context().clearCookies();
  await achievement(page, 4).fill('Kept for its author only');
  await expect(row(page, 4)).toContainText('Session ended: saved on this device until you sign in');

  const manager = await personOf(detail.lineManagerStaffId);
  await signInAs(page, manager);
  await visit(page, path());
  await expect(page.getByText('Kept for its author only')).toHaveCount(0);
  await page.context().clearCookies();
  await enter(page.context(), subject);
  await visit(page, path());
  await expect(achievement(page, 4)).toHaveValue('Kept for its author only');
  await expect.poll(() => stored(4)).toBe('Kept for its author only');
});

test('a refusal says why at the field, and every field keeps its text', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/status of 400/);
  const page = await browserOf(subject);
  await visit(page, path());
  const long = 'x'.repeat(10_001);
  await achievement(page, 5).fill(long);
  await achievement(page, 6).fill('Beside a text that is too long');
  await expect(row(page, 5)).toContainText('Not saved');
  await expect(achievement(page, 5)).toHaveAttribute('aria-invalid', 'true');
  await expect(achievement(page, 5)).toHaveValue(long);
  await expect(achievement(page, 6)).toHaveValue('Beside a text that is too long');
  await expect(bar(page)).toContainText('1 field couldn’t be saved');
  await expect.poll(() => stored(6)).toBe('Beside a text that is too long');

  await achievement(page, 5).fill('Short enough now');
  await expect(row(page, 5)).toContainText(SAVED);
  expect(await stored(5)).toBe('Short enough now');
});

test('two windows merge field by field', async ({ browserOf }) => {
  const here = await browserOf(subject);
  const there = await browserOf(subject);
  await visit(here, path());
  await visit(there, path());
  await achievement(here, 7).fill('From here');
  await expect(row(here, 7)).toContainText(SAVED);
  await achievement(there, 8).fill('From there');
  await expect(row(there, 8)).toContainText(SAVED);
  await expect(achievement(there, 7)).toHaveValue('From here');
  expect([await stored(7), await stored(8)]).toEqual(['From here', 'From there']);
});

test('two tabs at the same text show the other one instead of dropping it', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/ERR_CONNECTION_REFUSED/);
  const here = await browserOf(subject);
  const there = await here.context().newPage();
  await there.route(SAVE, (route) => route.abort('connectionrefused'));
  await visit(here, path());
  await visit(there, path());
  await achievement(there, 9).fill('From the second tab');
  await expect(row(there, 9)).toContainText('Saved on this device; will sync');
  await achievement(here, 9).fill('From the first tab');
  await expect(row(here, 9)).toContainText(SAVED);
  await expect(row(there, 9)).toContainText('Changed in another window');
  await expect(row(there, 9)).toContainText('From the first tab');
  await expect(achievement(there, 9)).toHaveValue('From the second tab');
  await row(there, 9).getByRole('button', { name: 'Use theirs' }).click();
  await expect(achievement(there, 9)).toHaveValue('From the first tab');
});
