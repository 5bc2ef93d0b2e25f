// The credit pages with several users: concurrently open forms, repeated references, withdrawn
// drafts, and the scroll position on a long page.
import type { Page } from '@playwright/test';
import { as } from './support/api';
import { ADMINISTRATOR, atStage } from './support/demo_accounts';
import { expectSoundPage } from './support/page_checks';
import { expect, test, visit } from './support/test';

const OFFICER = atStage('Credit officer');
const CASHIER = atStage('Cashier');

test.describe.configure({ mode: 'serial', timeout: 120_000 });

interface Found {
  data: { facilityRef: string }[];
}

/** An active facility of the demo; each test uses a different one. */
async function active(place: number): Promise<string> {
  const api = await as(CASHIER);
  const path = '/api/credit/facilities?status=active&productType=murabaha';
  const found = JSON.parse(await api.source(path)) as Found;
  return found.data[place % found.data.length].facilityRef;
}

async function openPayment(page: Page, reference: string): Promise<void> {
  await visit(page, `/credit/${reference}/payment`);
  await expect(page.getByRole('heading', { name: 'Allocation', exact: true })).toBeVisible();
}

async function record(page: Page, amount: string, reference: string): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByLabel('Reference', { exact: true }).fill(reference);
  await page.getByRole('button', { name: 'Record payment' }).click();
}

test('of two forms that are open at once the second has to look again', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/409 \(Conflict\).*record-payment/);
  const reference = await active(0);
  const transfer = `FT-${Date.now()}`;
  const first = await browserOf(CASHIER);
  const second = await browserOf(ADMINISTRATOR);
  await openPayment(first, reference);
  await openPayment(second, reference);
  await record(first, '1', transfer);
  await expect(first).toHaveURL(/\/payments\?recorded=/);

  await record(second, '1', transfer);
  await expect(second.getByText('Someone else changed this.').first()).toBeVisible();
  await expect(second).toHaveURL(/\/payment$/);
  // The input is kept, and the earlier payment is displayed now.
  await expect(second.getByLabel('Reference', { exact: true })).toHaveValue(transfer);
  await expect(second.getByText('Possible duplicate', { exact: true })).toBeVisible();
  await expectSoundPage(second, 'credit-payment-stale');
});

test('a reference that an earlier payment has is named while it is typed', async ({
  browserOf,
}) => {
  const reference = await active(0);
  const transfer = `FT-${Date.now()}`;
  const page = await browserOf(CASHIER);
  await openPayment(page, reference);
  await record(page, '1', transfer);
  await expect(page).toHaveURL(/\/payments\?recorded=/);

  await openPayment(page, reference);
  const field = page.getByLabel('Reference', { exact: true });
  const warning = page.getByText('Possible duplicate', { exact: true });
  await field.pressSequentially(transfer.slice(0, -1));
  await expect(warning).toBeHidden();
  await field.pressSequentially(transfer.slice(-1));
  await expect(warning).toBeVisible();
  await record(page, '1', transfer);
  await expect(page).toHaveURL(/\/payments\?recorded=/);
  await visit(page, `/credit/${reference}/timeline`);
  await expect(page.getByText('Possible duplicate').first()).toBeVisible();
});

test('a settlement that is given up brings the typed amount back', async ({ browserOf }) => {
  const page = await browserOf(CASHIER);
  await openPayment(page, await active(0));
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.fill('1,234.5');
  await page.getByLabel('Early settlement').check();
  await expect(amount).toHaveJSProperty('readOnly', true);
  await expect(amount).not.toHaveValue('1,234.5');
  await page.getByLabel('Early settlement').uncheck();
  await expect(amount).toHaveValue('1,234.5');
  await expect(amount).toHaveJSProperty('readOnly', false);
  await expect(page.getByRole('region', { name: 'Allocation', exact: true })).toBeVisible();
});

test('a tab of a facility keeps the place on the page', async ({ browserOf }) => {
  const page = await browserOf(CASHIER);
  await page.setViewportSize({ width: 1280, height: 600 });
  await visit(page, `/credit/${await active(0)}`);
  const tabs = page.getByRole('navigation', { name: 'Facility sections' });
  await tabs.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 200);
  const place = () => page.evaluate(() => window.scrollY);
  await expect.poll(place).toBeGreaterThan(100);
  const before = await place();
  await tabs.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/\/timeline$/);
  await expect(page.getByRole('heading', { level: 2, name: 'History' })).toBeVisible();
  expect(await place()).toBeGreaterThan(before / 2);
});

test('every column of a long schedule fits, below headings that stay', async ({ browserOf }) => {
  const page = await browserOf(CASHIER);
  await page.setViewportSize({ width: 1280, height: 800 });
  const api = await as(CASHIER);
  const path = '/api/credit/facilities?status=active&sort=outstanding';
  const found = JSON.parse(await api.source(path)) as Found;
  await visit(page, `/credit/${found.data[0].facilityRef}`);
  const schedule = page.getByRole('region', { name: 'Instalments', exact: true });
  const overflow = await schedule.evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await schedule.evaluate((it) => {
    it.scrollIntoView({ behavior: 'instant' });
    it.scrollTo(0, it.scrollHeight);
  });
  await expect(schedule.getByRole('columnheader').first()).toBeInViewport();
});

test('a long schedule opens at the current year and folds the others', async ({ browserOf }) => {
  const page = await browserOf(CASHIER);
  const api = await as(CASHIER);
  const path = '/api/credit/facilities?status=active&sort=outstanding';
  const found = JSON.parse(await api.source(path)) as Found;
  await visit(page, `/credit/${found.data[0].facilityRef}`);
  const schedule = page.getByRole('region', { name: 'Instalments', exact: true });
  const years = schedule.getByRole('checkbox');
  const instalments = schedule.getByRole('row').filter({ has: page.locator('time') });
  expect(await years.count()).toBeGreaterThan(2);
  await expect(schedule.getByRole('checkbox', { checked: true })).toHaveCount(1);
  const before = await instalments.count();
  await years.nth(1).focus();
  await page.keyboard.press('Space');
  await expect(instalments).toHaveCount(before + 12);
  await page.emulateMedia({ media: 'print' });
  const all = await schedule.locator('time').count();
  await expect(instalments).toHaveCount(all);
});

test('dangerous actions are in the menu, behind a dialog with the figures', async ({
  browserOf,
}) => {
  const approver = await browserOf(atStage('Shariah officer'));
  await visit(approver, `/credit/${await active(0)}`);
  await expect(approver.getByRole('button', { name: 'Place on non-accrual' })).toBeHidden();
  await approver.getByRole('button', { name: 'More', exact: true }).click();
  await approver.getByRole('button', { name: 'Place on non-accrual' }).click();
  const dialog = approver.getByRole('dialog', { name: 'Place on non-accrual?' });
  await expect(dialog).toContainText('Non-accrual threshold90 days');
  await expect(dialog).toContainText('Below the non-accrual threshold');
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expectSoundPage(approver, 'credit-non-accrual');
  await approver.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const cashier = await browserOf(CASHIER);
  await visit(cashier, `/credit/${await active(0)}`);
  await expect(cashier.getByRole('link', { name: 'Record payment' })).toBeVisible();
  await expect(cashier.locator('[popovertarget="ask-stop"]')).toHaveCount(0);
});

test('an action works without JavaScript', async ({ browserOf }) => {
  const page = await browserOf(OFFICER, { javaScriptEnabled: false });
  const api = await as(OFFICER);
  const found = JSON.parse(await api.source('/api/credit/facilities?status=draft')) as Found;
  await page.goto(`/credit/${found.data[0].facilityRef}`);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submit this facility for review?' });
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Pending review').first()).toBeVisible();
});

test('a draft is withdrawn by its maker and copied into a new one', async ({ browserOf }) => {
  const page = await browserOf(OFFICER);
  await visit(page, '/credit/new?product=murabaha');
  const customer = page.getByLabel('Customer', { exact: true });
  await expect(customer).toHaveValue('');
  await customer.selectOption({ index: 1 });
  const chosen = await customer.inputValue();
  await page.getByLabel('Asset description', { exact: true }).fill('Forklift');
  await page.getByLabel('Asset cost').fill('50,000');
  await page.getByLabel('Total profit').fill('5,000');
  await page.getByLabel('Number of instalments').fill('5');
  await page.getByRole('button', { name: 'Create draft' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^CF-/ });
  await expect(heading).toBeVisible();
  const reference = await heading.innerText();

  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await page.getByRole('button', { name: 'Withdraw draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this draft?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong term');
  await dialog.getByRole('button', { name: 'Withdraw draft' }).click();
  await expect(page.getByText(`${reference}: Draft withdrawn`)).toBeVisible();
  await expect(page.getByText('Wrong term').first()).toBeVisible();

  await more.click();
  await page.getByRole('link', { name: 'Copy to new facility' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New facility' })).toBeVisible();
  await expect(page.getByLabel('Customer', { exact: true })).toHaveValue(chosen);
  await expect(page.getByLabel('Asset description', { exact: true })).toHaveValue('Forklift');
  await expect(page.getByLabel('Asset cost')).toHaveValue('50000.0000');
  await page.getByLabel('Number of instalments').fill('6');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(heading).toBeVisible();
  await expect(heading).not.toHaveText(reference);
});
