// A form that is submitted twice is executed once, however far apart the two clicks are.
import { randomUUID } from 'node:crypto';
import type { Locator, Page, Request } from '@playwright/test';
import { as, monday, newcomer } from './support/api';
import { HR, atStage, colleague } from './support/demo_accounts';
import { expect, test, visit } from './support/test';

const CREDIT_OFFICER = atStage('Credit officer');
const CASHIER = atStage('Cashier');

const GAPS = [30, 120, 400];

test.describe.configure({ timeout: 120_000 });

/** Clicks twice at one position. The second click may hit another page. */
async function pressTwice(page: Page, button: Locator, gap: number): Promise<void> {
  // A result above the button may still appear and move it.
  await button.hover();
  const box = await button.boundingBox();
  if (!box) {
    throw new Error('The button is not shown.');
  }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(gap);
  await page.mouse.click(x, y);
}

/** Counts the pending and the refused requests to a server function. */
function watch(page: Page, endpoint: string): { pending: number; refused: number } {
  const seen = { pending: 0, refused: 0 };
  const isOurs = (request: Request) => request.url().endsWith(`/api/ui/${endpoint}`);
  page.on('request', (request) => {
    seen.pending += Number(isOurs(request));
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end, (request: Request) => {
      seen.pending -= Number(isOurs(request));
    });
  }
  page.on('response', (response) => {
    seen.refused += Number(isOurs(response.request()) && response.status() >= 400);
  });
  return seen;
}

for (const gap of GAPS) {
  test(`a correction of leave is written once at ${gap} ms`, async ({ browserOf }) => {
    const staff = await newcomer({ confirmed: true });
    const page = await browserOf(HR);
    const seen = watch(page, 'leave/adjust');
    await visit(page, `/leave/manage?staff=${staff.id}`);
    const form = page.locator('form[action="/api/ui/leave/adjust"]');
    await form.getByLabel('Days').fill('1');
    await form.getByLabel('Reason').fill('Worked on a holiday');
    await pressTwice(page, form.getByRole('button'), gap);
    const year = new Date().getFullYear();
    const hr = await as(HR);
    const read = () =>
      hr.get<{ adjustmentRows: unknown[] }>(`/api/leave/balances/${staff.id}?year=${year}`);
    await expect.poll(async () => (await read()).adjustmentRows.length).toBe(1);
    await expect.poll(() => seen.pending).toBe(0);
    expect((await read()).adjustmentRows).toHaveLength(1);
  });

  test(`a person is added once and the password stays shown at ${gap} ms`, async ({
    browserOf,
  }) => {
    const page = await browserOf(HR);
    const seen = watch(page, 'people/create');
    const name = `Twice ${randomUUID().slice(0, 8)}`;
    await visit(page, '/people/new');
    await page.locator('#name').fill(name);
    await page.locator('#staffNumber').fill(randomUUID().slice(0, 8));
    await page.locator('#email').fill(`${randomUUID()}@twice.example`);
    await page.locator('#employmentStartDate').fill('2026-01-05');
    await pressTwice(page, page.locator('#new-person button[type=submit]'), gap);
    await expect(page.locator('input[readonly]')).toHaveValue(/.{12}/);
    await expect.poll(() => seen.pending).toBe(0);
    await expect(page.locator('input[readonly]')).toHaveValue(/.{12}/);
    expect(seen.refused).toBe(0);
    const found = await (await as(HR)).get<{ data: unknown[] }>(
      `/api/staff?q=${encodeURIComponent(name)}`,
    );
    expect(found.data).toHaveLength(1);
  });

  test(`leave is requested once, and nothing is reported as failed, at ${gap} ms`, async ({
    browserOf,
  }) => {
    const staff = await newcomer({ confirmed: true });
    const page = await browserOf(colleague(staff.name, staff.email));
    const seen = watch(page, 'leave/request');
    await visit(page, '/leave');
    const form = page.locator('#leave-form');
    await form.locator('select').selectOption('annual');
    await form.locator('input[name=start_date]').fill(monday(8));
    await form.locator('input[name=end_date]').fill(monday(8));
    await form.locator('input[name=reason]').fill('Family');
    await pressTwice(page, form.getByRole('button'), gap);
    await expect(page.getByRole('row', { name: /Family/ })).toHaveCount(1);
    await expect.poll(() => seen.pending).toBe(0);
    await expect(page.getByRole('row', { name: /Family/ })).toHaveCount(1);
    expect(seen.refused).toBe(0);
  });

  test(`a facility is created once at ${gap} ms`, async ({ browserOf }) => {
    const officer = await as(CREDIT_OFFICER);
    const total = async () =>
      (await officer.get<{ pagination: { total: number } }>('/api/credit/facilities')).pagination
        .total;
    const before = await total();
    const page = await browserOf(CREDIT_OFFICER);
    const seen = watch(page, 'credit/create');
    await visit(page, '/credit/new?product=murabaha');
    const customer = page.locator('#customerId');
    const last = await customer.locator('option').last().getAttribute('value');
    await customer.selectOption(last ?? '');
    const values = {
      asset_description: 'Delivery van',
      asset_cost: '120000',
      down_payment: '20000',
      fixed_total_profit: '10000',
      term_periods: '12',
    };
    for (const [name, value] of Object.entries(values)) {
      await page.locator(`[name="facility[${name}]"]`).fill(value);
    }
    await pressTwice(page, page.locator('#new-facility button[type=submit]'), gap);
    await expect(page).toHaveURL(/\/credit\/CF-/);
    expect(await total()).toBe(before + 1);
    expect(seen.refused).toBe(0);
  });

  test(`a payment is recorded once at ${gap} ms`, async ({ browserOf }) => {
    const cashier = await as(CASHIER);
    const live = await cashier.get<{ data: { facilityRef: string }[] }>(
      '/api/credit/facilities?status=active&limit=100',
    );
    const reference = live.data[GAPS.indexOf(gap)].facilityRef;
    const payments = async () =>
      (await cashier.get<{ data: unknown[] }>(`/api/credit/facilities/${reference}/payments`)).data
        .length;
    const before = await payments();
    const page = await browserOf(CASHIER);
    const seen = watch(page, 'credit/record-payment');
    await visit(page, `/credit/${reference}/payment`);
    await page.locator('[name="payment[amount]"]').fill('10');
    await page.locator('[name="payment[reference]"]').fill(`Twice ${gap}`);
    const form = page.locator('form[action="/api/ui/credit/record-payment"]');
    await pressTwice(page, form.getByRole('button', { name: 'Record payment' }), gap);
    await expect(page).toHaveURL(/\/payments\?recorded=/);
    expect(await payments()).toBe(before + 1);
    expect(seen.refused).toBe(0);
  });
}

test('two fast presses before the program has come send a form once', async ({ browserOf }) => {
  const staff = await newcomer({ confirmed: true });
  const page = await browserOf(colleague(staff.name, staff.email));
  await page.route(/\.wasm$/, () => undefined);
  await page.goto('/leave');
  const form = page.locator('#leave-form');
  await form.locator('select').selectOption('annual');
  await form.locator('input[name=start_date]').fill(monday(9));
  await form.locator('input[name=end_date]').fill(monday(9));
  await form.locator('input[name=reason]').fill('Family');
  await pressTwice(page, form.getByRole('button'), 30);
  await expect(page).toHaveURL(/\/leave\?done=true/);
  await expect(page.getByRole('row', { name: /Family/ })).toHaveCount(1);
});

test('the buttons of a form are disabled until it is answered', async ({ browserOf }) => {
  const staff = await newcomer({ confirmed: true });
  const page = await browserOf(HR);
  await visit(page, `/leave/manage?staff=${staff.id}`);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/ui/leave/adjust', async (route) => {
    await held;
    await route.continue();
  });
  const form = page.locator('form[action="/api/ui/leave/adjust"]');
  await form.getByLabel('Days').fill('1');
  await form.getByLabel('Reason').fill('Worked on a holiday');
  await form.getByRole('button').click();
  await expect(form.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  answer();
  await expect(form.getByRole('button')).not.toHaveAttribute('aria-disabled', 'true');
});
