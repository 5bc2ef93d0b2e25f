// Leave: requests, decisions, cancellation, the lock before confirmation, and administration.
import ICAL from 'ical.js';
import { as, day, monday, newcomer } from './support/api';
import { HR, LINE_MANAGER, colleague } from './support/demo_accounts';
import { expectSoundPage } from './support/page_checks';
import { comeBack, expect, signInAgain, test, visit } from './support/test';

interface Balance {
  type: string;
  entitlementDays: number | null;
  adjustments: number;
  consumed: number;
  pending: number;
  available: number | null;
  locked: boolean;
}

interface Request {
  id: string;
  status: string;
  days: number;
}

test.describe.configure({ timeout: 120_000 });

async function balance(staffId: string, type: string, year: string): Promise<Balance> {
  const hr = await as(HR);
  const path = `/api/leave/balances/${staffId}?year=${year}`;
  const { data } = await hr.get<{ data: Balance[] }>(path);
  const found = data.find((entry) => entry.type === type);
  if (!found) {
    throw new Error(`There is no balance of ${type}.`);
  }
  return found;
}

test('a request goes from the form to the approval and is taken back', async ({ browserOf }) => {
  const staff = await newcomer({ confirmed: true });
  const [start, end] = [monday(6), monday(6)];
  const page = await browserOf(colleague(staff.name, staff.email));
  await visit(page, '/leave');
  await expect(page.getByRole('heading', { level: 1, name: 'Leave' })).toBeVisible();
  await page.getByLabel('Type').selectOption('annual');
  await page.getByLabel('First day').fill(start);
  await page.getByLabel('Last day').fill(end);
  await page.getByLabel('Start half-day (PM)').check();
  await page.getByLabel('Reason').fill('An afternoon at school');
  await expect(page.getByText('Duration: 0.5 days (working days only)')).toBeVisible();
  await page.getByRole('button', { name: 'Submit request' }).click();
  const row = page.getByRole('row', { name: /An afternoon at school/ });
  await expect(row).toContainText('Pending');
  await expect(row).toContainText(LINE_MANAGER.name);

  const manager = await browserOf(LINE_MANAGER);
  await visit(manager, '/leave/team');
  const waiting = manager.getByRole('row', { name: new RegExp(`^${staff.name}`) });
  await waiting.getByRole('textbox').fill('Enjoy it');
  await waiting.getByRole('button', { name: /^Approve/ }).click();
  await expect(waiting).toHaveCount(0);
  const after = await balance(staff.id, 'annual', start.slice(0, 4));
  expect([after.consumed, after.available]).toEqual([0.5, 20.5]);

  await visit(page, '/leave');
  await expect(row).toContainText('Approved');
  await expect(row).toContainText('Enjoy it');
  await row.getByRole('button', { name: /^Cancel request/ }).click();
  await expect(row).toContainText('Cancelled');
  await row.getByRole('button', { name: /^Resubmit/ }).click();
  await expect(row).toContainText('Pending');
});

test('several requests are approved at once', async ({ browserOf }) => {
  const staff = [await newcomer({ confirmed: true }), await newcomer({ confirmed: true })];
  const dates = { startDate: monday(9), endDate: monday(9) };
  for (const { name, email } of staff) {
    const api = await as(colleague(name, email));
    await api.post('/api/leave/requests', { type: 'annual', ...dates, reason: 'A journey' });
  }
  const manager = await browserOf(LINE_MANAGER);
  await visit(manager, '/leave/team');
  const rows = staff.map(({ name }) =>
    manager.getByRole('row', { name: new RegExp(`^${name}`) }),
  );
  for (const row of rows) {
    await row.getByRole('checkbox', { name: /^Select / }).check();
  }
  await manager.getByRole('button', { name: 'Approve 2 requests' }).click();
  await expect(manager.getByText('Requests approved: 2.')).toBeVisible();
  for (const [position, row] of rows.entries()) {
    await expect(row).toHaveCount(0);
    const after = await balance(staff[position].id, 'annual', dates.startDate.slice(0, 4));
    expect(after.consumed).toBe(1);
  }
});

test('dates that are taken are told of while they are typed', async ({ browserOf }) => {
  const staff = await newcomer({ confirmed: true });
  const api = await as(colleague(staff.name, staff.email));
  const [taken, free] = [monday(12), monday(13)];
  const half = { type: 'casual', startDate: taken, endDate: taken, endHalf: true };
  await api.post('/api/leave/requests', { ...half, reason: 'A morning at the bank' });
  const page = await browserOf(colleague(staff.name, staff.email));
  await visit(page, '/leave');
  const warning = page.getByText('Overlaps your request of');
  await page.getByLabel('First day').fill(taken);
  await page.getByLabel('Last day').fill(taken);
  await expect(warning).toContainText('Pending');
  await page.getByLabel('Start half-day (PM)').check();
  await expect(warning).toHaveCount(0);
  await page.getByLabel('Start half-day (PM)').uncheck();
  await expect(warning).toHaveCount(1);
  await page.getByLabel('First day').fill(free);
  await page.getByLabel('Last day').fill(free);
  await expect(warning).toHaveCount(0);
});

test('who decides sees who else is away, and the month of the team', async ({ browserOf }) => {
  const [one, other] = [await newcomer({ confirmed: true }), await newcomer({ confirmed: true })];
  const date = monday(12);
  for (const staff of [one, other]) {
    const api = await as(colleague(staff.name, staff.email));
    const reason = 'A secret of the family';
    await api.post('/api/leave/requests', { type: 'sick', startDate: date, endDate: date, reason });
  }
  const manager = await browserOf(LINE_MANAGER, { javaScriptEnabled: false });
  await manager.goto('/leave/team');
  const row = manager.getByRole('row', { name: new RegExp(`^${one.name}`) });
  await expect(row).toContainText(`Also requested: ${other.name}`);
  await manager.getByRole('link', { name: 'Calendar', exact: true }).click();
  await manager.goto(`/leave/calendar?month=${date.slice(0, 7)}`);
  const month = manager.getByRole('region', { name: 'Leave calendar' });
  await expect(month.getByRole('row', { name: new RegExp(one.name) })).toContainText('Pending');
  await expect(manager.getByText('A secret of the family')).toHaveCount(0);
  await manager.getByRole('link', { name: /^After: / }).click();
  await expect(manager).not.toHaveURL(new RegExp(date.slice(0, 7)));
  await expect(month.or(manager.getByText('No one is away'))).toBeVisible();
});

test('the address of the calendar feed is shown once and can be revoked', async ({
  browserOf,
}) => {
  const staff = await newcomer({ confirmed: true });
  const page = await browserOf(colleague(staff.name, staff.email));
  await visit(page, '/leave');
  const card = page.getByRole('region', { name: 'Calendar feed' });
  await card.getByRole('button', { name: 'Create address' }).click();
  const shown = card.getByRole('textbox', { name: /^Address/ });
  const address = await shown.inputValue();
  const status = async () => (await page.context().request.get(address)).status();
  expect(await status()).toBe(200);

  const own = await as(colleague(staff.name, staff.email));
  const date = monday(10);
  const wish = { type: 'annual', startDate: date, endDate: date, reason: 'A journey' };
  const { id } = await own.post<Request>('/api/leave/requests', wish);
  await (await as(LINE_MANAGER)).post(`/api/leave/requests/${id}/approve`, {});
  const text = await (await page.context().request.get(address)).text();
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  const [event] = events.map((it) => new ICAL.Event(it));
  expect([event.summary, event.startDate.toString()]).toEqual([`${staff.name}: away`, date]);
  await visit(page, '/leave');
  await expect(shown).toHaveCount(0);
  await expect(card).toContainText('Active since');
  await expectSoundPage(page, 'leave-feed');
  await card.getByRole('button', { name: 'Revoke' }).click();
  await expect(card.getByRole('button', { name: 'Create address' })).toBeVisible();
  expect(await status()).toBe(404);
});

test('what remains of the balance follows the dates', async ({ browserOf }) => {
  const staff = await newcomer({ confirmed: true });
  const page = await browserOf(colleague(staff.name, staff.email));
  await visit(page, '/leave');
  await page.getByLabel('Type').selectOption('annual');
  const year = day(0).slice(0, 4);
  const { available } = await balance(staff.id, 'annual', year);
  const date = monday(1);
  test.skip(!date.startsWith(year), 'the next Monday is in another year');
  await page.getByLabel('First day').fill(date);
  await page.getByLabel('Last day').fill(date);
  const left = (available ?? 0) - 1;
  await expect(page.getByText(`Remaining after approval: ${left} days`)).toBeVisible();
});

test('what was typed into the form outlasts an ended session', async ({ browserOf, watch }) => {
  watch.expect(/status of 401/);
  const staff = await newcomer({ confirmed: true });
  const page = await browserOf(colleague(staff.name, staff.email));
  await visit(page, '/leave');
  await page.getByLabel('First day').fill(monday(7));
  await page.getByLabel('Last day').fill(monday(7));
  await page.getByLabel('Reason').fill('A wedding');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page.getByLabel('First day')).toHaveValue(monday(7));
  await expect(page.getByLabel('Reason')).toHaveValue('A wedding');

  await signInAgain(page, colleague(staff.name, staff.email));
  await comeBack(page);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('row', { name: /A wedding/ })).toContainText('Pending');
  await expect(page.getByText('Your session has ended')).toBeHidden();
});

test('what was typed into the form comes back after the tab was closed', async ({ browserOf }) => {
  const staff = await newcomer({ confirmed: true });
  const page = await browserOf(colleague(staff.name, staff.email));
  const context = page.context();
  await visit(page, '/leave');
  await page.getByLabel('Type').selectOption('casual');
  await page.getByLabel('First day').fill(monday(11));
  await page.getByLabel('Last day').fill(monday(11));
  await page.getByLabel('Reason').fill('A day in the hills');
  await expect(page.getByText('Duration: 1 day (working days only)')).toBeVisible();
  await page.close();

  const again = await context.newPage();
  await visit(again, '/leave');
  await expect(again.getByText('Draft restored.')).toBeVisible();
  await expect(again.getByLabel('Reason')).toHaveValue('A day in the hills');
  await expect(again.getByText('Duration: 1 day (working days only)')).toBeVisible();
  await again.getByRole('button', { name: 'Submit request' }).click();
  await expect(again.getByRole('row', { name: /A day in the hills/ })).toContainText('Pending');
  await visit(again, '/leave');
  await expect(again.getByLabel('Reason')).toHaveValue('');
  await expect(again.getByText('Draft restored.')).toBeHidden();
});

test('a comment stays with the request that it is typed for', async ({ browserOf }) => {
  const [one, other] = [await newcomer({ confirmed: true }), await newcomer({ confirmed: true })];
  const ask = async (staff: { name: string; email: string }, reason: string) => {
    const api = await as(colleague(staff.name, staff.email));
    const date = monday(9);
    const request = { type: 'casual', startDate: date, endDate: date, reason };
    await api.post('/api/leave/requests', request);
  };
  await ask(one, 'A day in the mountains');
  const manager = await browserOf(LINE_MANAGER);
  await visit(manager, '/leave/team');
  const first = manager.getByRole('row', { name: new RegExp(`^${one.name}`) });
  const second = manager.getByRole('row', { name: new RegExp(`^${other.name}`) });
  await first.getByRole('textbox').fill('Enjoy the mountains');
  await ask(other, 'A day at the sea');
  await expect(second).toBeVisible();
  await expect(first.getByRole('textbox')).toHaveValue('Enjoy the mountains');
  await expect(second.getByRole('textbox')).toHaveValue('');
  await first.getByRole('button', { name: /^Approve/ }).click();
  await expect(first).toHaveCount(0);
  await expect(second.getByRole('textbox')).toHaveValue('');
});

test('until the confirmation the page says what is locked and why', async ({ browserOf, watch }) => {
  const staff = await newcomer({ confirmed: false });
  const page = await browserOf(colleague(staff.name, staff.email));
  await visit(page, '/leave');
  const reason = 'Until your employment is confirmed, only casual leave can be requested.';
  await expect(page.getByText(reason).first()).toBeVisible();
  await expect(page.getByRole('option', { name: 'Annual (locked)' })).toBeDisabled();
  await expect(page.getByRole('option', { name: 'Casual (5 left)' })).toBeEnabled();
  await expectSoundPage(page, 'leave-locked');

  // Three weeks exceed five days, whatever holidays they contain.
  watch.expect(/status of 409/);
  await page.getByLabel('First day').fill(monday(8));
  await page.getByLabel('Last day').fill(monday(11));
  await page.getByLabel('Reason').fill('A long journey');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('alert')).toContainText('Insufficient leave balance');
});

test('a correction by human resources is seen by the person, with its reason', async ({
  browserOf,
}) => {
  const staff = await newcomer({ confirmed: true });
  const page = await browserOf(HR);
  await visit(page, `/leave/manage?staff=${staff.id}`);
  await expect(page.getByRole('heading', { name: staff.name })).toBeVisible();
  await page.getByRole('textbox', { name: 'Days', exact: true }).fill('1.5');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Worked on a holiday');
  await page.getByRole('button', { name: 'Save adjustment' }).click();
  await expect(page.getByText('22.5').first()).toBeVisible();

  const own = await browserOf(colleague(staff.name, staff.email));
  await visit(own, '/leave');
  await own.getByText('Adjustment history').click();
  await expect(own.getByText('Worked on a holiday')).toBeVisible();
});

test('the year-end is tried first and asks before it carries', async ({ browserOf }) => {
  const next = day(0).slice(0, 4);
  const year = String(Number(next) - 1);
  const staff = await newcomer({
    confirmed: true,
    startedOn: `${year}-01-04`,
    confirmedOn: `${year}-07-04`,
  });
  const page = await browserOf(HR);
  await visit(page, '/leave/manage');
  await page.getByRole('link', { name: `Preview ${next} close` }).click();
  await expect(page.getByText(`${next} has not ended yet.`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Carry forward .* balances to/ })).toHaveCount(0);
  await page.getByRole('link', { name: `Preview ${year} close` }).click();
  const row = page.getByRole('row', { name: new RegExp(`${staff.name}.*Annual`) });
  await expect(row).toContainText('10');
  await page.getByRole('button', { name: /^Carry forward .* balances to/ }).click();
  const question = page.getByRole('dialog', { name: new RegExp(`balances to ${next}\\?$`) });
  await expect(question).toContainText('can’t be undone');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect((await balance(staff.id, 'annual', next)).adjustments).toBe(0);
});

test('asking and deciding work without JavaScript', async ({ browserOf }) => {
  const staff = await newcomer({ confirmed: true });
  const person = colleague(staff.name, staff.email);
  const page = await browserOf(person, { javaScriptEnabled: false });
  await page.goto('/leave');
  await page.getByLabel('Type').selectOption('casual');
  await page.getByLabel('First day').fill(monday(10));
  await page.getByLabel('Last day').fill(monday(10));
  await page.getByLabel('Reason').fill('Plain but sufficient');
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('row', { name: /Plain but sufficient/ })).toContainText('Pending');

  const manager = await browserOf(LINE_MANAGER, { javaScriptEnabled: false });
  await manager.goto('/leave/team');
  const row = manager.getByRole('row', { name: new RegExp(`^${staff.name}`) });
  await row.getByRole('button', { name: /^Reject/ }).click();
  await expect(row).toHaveCount(0);
  const own = await (await as(person)).get<{ data: Request[] }>('/api/leave/requests');
  expect(own.data.map((request) => request.status)).toEqual(['rejected']);
});

test('the home page says what is left, and why the rest is locked', async ({ browserOf }) => {
  const confirmed = await newcomer({ confirmed: true });
  const page = await browserOf(colleague(confirmed.name, confirmed.email));
  await visit(page, '/');
  const card = page.getByRole('region', { name: 'Leave balance this year' });
  const { available } = await balance(confirmed.id, 'annual', day(0).slice(0, 4));
  await expect(card.getByText('Annual', { exact: true })).toBeVisible();
  await expect(card).toContainText(`${available} days`);

  const unconfirmed = await newcomer({ confirmed: false });
  const other = await browserOf(colleague(unconfirmed.name, unconfirmed.email));
  await visit(other, '/');
  const locked = other.getByRole('region', { name: 'Leave balance this year' });
  await expect(locked.getByText('Casual', { exact: true })).toBeVisible();
  await expect(locked.getByText('Annual', { exact: true })).toBeHidden();
  await locked.getByRole('link').click();
  await expect(other).toHaveURL(/\/leave#leave-form$/);
  await expect(other.locator('#leave-form')).toBeInViewport();
});
