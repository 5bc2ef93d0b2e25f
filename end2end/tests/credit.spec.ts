// The credit pages: from the simulator to the settlement of each product, by users with the
// required permissions, with reconciled books after each step, and every page checked by axe.
import type { Locator, Page } from '@playwright/test';
import { as } from './support/api';
import { ADMINISTRATOR, atStage, type Person } from './support/demo_accounts';
import { tabTo } from './support/keyboard';
import { expectSoundPage } from './support/page_checks';
import { expect, test, visit } from './support/test';

const OFFICER = atStage('Credit officer');
const REVIEWER = atStage('Credit reviewer');
const SHARIAH = atStage('Shariah officer');
const CASHIER = atStage('Cashier');

/** The badge of a reconciled ledger, with or without reconciled accounts. */
const TIED_OUT = /^(Reconciled|Ledger reconciled)$/;

type BrowserOf = (person: Person) => Promise<Page>;

interface Product {
  name: string;
  /** The result for 120,000 less 20,000 over ten months at 12 percent or for 6,000. */
  profit: string;
  split: string;
  settled: string;
  quote: 'Deferred profit payable' | 'Rebate: future rental (not payable)';
}

const PRODUCTS: Product[] = [
  {
    name: 'Murabaha',
    profit: 'AED 6,000.00',
    split: 'Bank 0.00% · Customer 100.00%',
    settled: 'Bank 0.00% · Customer 100.00%',
    quote: 'Deferred profit payable',
  },
  {
    name: 'Ijarah',
    profit: 'AED 5,582.08',
    split: 'Bank 100.00% · Customer 0.00%',
    settled: 'Bank 100.00% · Customer 0.00%',
    quote: 'Rebate: future rental (not payable)',
  },
  {
    name: 'Diminishing musharakah',
    profit: 'AED 5,500.00',
    split: 'Bank 83.33% · Customer 16.67%',
    settled: 'Bank 0.00% · Customer 100.00%',
    quote: 'Rebate: future rental (not payable)',
  },
];

test.describe.configure({ mode: 'serial', timeout: 240_000 });

/** An amount as it is stored: the shown one has the digits of the currency, its title all four. */
async function exactAmount(shown: Locator): Promise<string> {
  const rounded = shown.locator('[title^="Exactly "]');
  const title = (await rounded.count()) > 0 ? await rounded.getAttribute('title') : null;
  const [whole, fraction] = (title ?? (await shown.innerText()))
    .replace(/[^\d.]/g, '')
    .split('.');
  return `${whole}.${fraction.padEnd(4, '0')}`;
}

/** Fills in the figures of the simulator. */
async function typeFigures(page: Page): Promise<void> {
  await page.getByLabel('Asset cost').fill('120,000');
  await page.getByLabel('Down payment').fill('20,000');
  await page.getByLabel('Profit rate (% p.a.)').fill('12');
  await page.getByLabel('Total profit').fill('6,000');
  await page.getByLabel('Number of instalments').fill('10');
}

/** Presses the button of an action, gives what its dialog asks for, and confirms. */
async function act(page: Page, button: string, question: string, said?: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: question });
  await expect(dialog).toBeVisible();
  if (said) await dialog.getByRole('textbox').fill(said);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the menu of a facility. */
async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'More', exact: true });
  await expect(menu).toBeVisible();
  return menu;
}

/** Creates a customer of its own, and returns their name. */
async function newCustomer(page: Page): Promise<string> {
  const name = `Financed ${Date.now()}`;
  await visit(page, '/customers/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`financed.${Date.now()}@customers.example`);
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return name;
}

/** Creates a draft from the figures of the simulator, and returns its reference. */
async function structure(page: Page, product: string): Promise<string> {
  const customer = await newCustomer(page);
  await visit(page, '/credit/simulate');
  await typeFigures(page);
  const card = page.getByRole('region', { name: product, exact: true });
  await card.getByRole('link', { name: 'Create facility' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New facility' })).toBeVisible();
  await expect(page.getByLabel('Asset cost')).toHaveValue('120,000');
  await page.getByLabel('Customer', { exact: true }).selectOption({ label: customer });
  await page.getByLabel('Asset description', { exact: true }).fill(`Delivery van for ${customer}`);
  await page.getByRole('button', { name: 'Create draft' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^CF-\d{8}-[0-9A-Z]{4}$/ });
  await expect(heading).toBeVisible();
  return heading.innerText();
}

/** Review, Shariah approval, ownership and activation, each by a user with the permission. */
async function bringToLife(browserOf: BrowserOf, officer: Page, path: string): Promise<void> {
  await act(officer, 'Submit for review', 'Submit this facility for review?');
  await expect(officer.getByText('Pending review').first()).toBeVisible();
  await expect(officer.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);

  const reviewer = await browserOf(REVIEWER);
  await visit(reviewer, path);
  await act(reviewer, 'Approve', 'Approve and send for Shariah approval?');
  await expect(reviewer.getByText('Pending Shariah approval').first()).toBeVisible();

  const shariah = await browserOf(SHARIAH);
  await visit(shariah, path);
  await act(shariah, 'Approve', 'Give Shariah approval?');
  const menu = await openMenu(shariah);
  const activate = menu.getByRole('button', { name: 'Activate', exact: true });
  await expect(activate).toHaveAttribute('aria-disabled', 'true');
  await expect(activate).toHaveAccessibleDescription('VR-001: record asset ownership first.');
  await shariah.keyboard.press('Escape');
  await act(shariah, 'Record asset ownership', 'Record asset ownership?', 'INV-2026-118');
  await shariah.getByRole('button', { name: 'Activate', exact: true }).click();
  const dialog = shariah.getByRole('dialog', { name: 'Activate this facility?' });
  await expect(dialog.getByRole('row', { name: /^Total 100,000\.0000 100,000\.0000/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(shariah.getByText(TIED_OUT)).toBeVisible();
  await visit(shariah, `${path}/evidence`);
  await expect(shariah.getByText('VR-001 passed')).toBeVisible();
  await expect(shariah.getByText('Document: INV-2026-118')).toBeVisible();
  await expect(shariah.getByText('Segregation of duties met')).toBeVisible();
}

test('the account map says what is missing, and takes what is changed', async ({ browserOf }) => {
  const page = await browserOf(ADMINISTRATOR);
  await visit(page, '/credit/accounts');
  await expect(page.getByRole('heading', { level: 1, name: 'GL account mapping' })).toBeVisible();
  const places = page.locator('.account-cell[data-missing] input.account');
  for (let account = 1100; (await places.count()) > 0; account += 10) {
    const empty = await places.count();
    for (let place = 0; place < empty; place += 1) {
      await places.nth(place).fill(String(account + place));
    }
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('GL account mapping saved').first()).toBeVisible();
    await expect(places).toHaveCount(0);
  }
  await expect(page.getByText(/^All \d+ accounts mapped$/)).toBeVisible();
  await expectSoundPage(page, 'credit-accounts');

  const place = page.getByLabel('Murabaha, Origination, Debit');
  const before = await place.inputValue();
  await place.fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^1 of \d+ accounts not mapped$/)).toBeVisible();
  await expectSoundPage(page, 'credit-accounts-missing');
  await place.fill(before);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^All \d+ accounts mapped$/)).toBeVisible();
});

test('the simulator sets the three products side by side', async ({ browserOf }) => {
  const page = await browserOf(OFFICER);
  await visit(page, '/credit');
  await page.getByRole('link', { name: 'Simulator', exact: true }).first().click();
  await typeFigures(page);
  for (const { name, profit } of PRODUCTS) {
    await expect(page.getByRole('region', { name, exact: true })).toContainText(profit);
  }
  await expect(
    page.getByRole('img', { name: 'Customer’s ownership share after each instalment' }),
  ).toBeVisible();
  const profit = page
    .getByRole('region', { name: 'Ijarah', exact: true })
    .getByText('AED 5,582.08', { exact: true });
  await expect(profit).toHaveAccessibleDescription(/^Exactly AED\s5,582\.0763$/);
  await page.getByRole('group', { name: 'Product' }).getByText('Ijarah').click();
  const schedule = page.getByRole('region', { name: 'Instalments', exact: true });
  await expect(schedule.getByRole('row')).toHaveCount(12);
  await expect(
    schedule.getByRole('columnheader', { name: 'Instalment (AED)', exact: true }),
  ).toBeVisible();
  await expectSoundPage(page, 'credit-simulator');

  const card = page.getByRole('region', { name: 'Murabaha', exact: true });
  await card.getByRole('link', { name: 'Disclosure sheet' }).click();
  const sheet = page.getByRole('region', { name: 'Murabaha', exact: true });
  await expect(sheet).toContainText('Total repayableAED 106,000.00');
  await expect(sheet).toContainText('this sheet is not an offer');
  await page.getByRole('link', { name: 'Simulator', exact: true }).last().click();
  await expect(page.getByLabel('Asset cost')).toHaveValue('120,000');
  await page.getByLabel('Number of instalments').fill('1.5');
  await expect(page.getByText('Give a whole number.').first()).toBeVisible();
});

test('the simulator works without JavaScript', async ({ browserOf }) => {
  const page = await browserOf(OFFICER, { javaScriptEnabled: false });
  await page.goto('/credit/simulate');
  await typeFigures(page);
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Murabaha', exact: true })).toContainText(
    'AED 106,000.00',
  );
});

for (const product of PRODUCTS) {
  test(`a facility from the simulator to its settlement: ${product.name}`, async ({
    browserOf,
  }) => {
    const officer = await browserOf(OFFICER);
    const reference = await structure(officer, product.name);
    const path = `/credit/${reference}`;
    await bringToLife(browserOf, officer, path);

    const cashier = await browserOf(CASHIER);
    await visit(cashier, path);
    await expect(cashier.getByText(TIED_OUT)).toBeVisible();
    await expect(cashier.getByText(product.split)).toBeVisible();
    await cashier.getByRole('link', { name: 'Record payment' }).click();
    await expect(cashier.getByRole('heading', { name: 'Allocation', exact: true })).toBeVisible();
    await expect(
      cashier.getByRole('heading', { name: 'Accounting entries', exact: true }),
    ).toBeVisible();
    const amount = cashier.getByLabel('Amount', { exact: true });
    await amount.fill('999999999');
    await expect(cashier.getByText('Payment can’t be accepted')).toBeVisible();
    const record = cashier.getByRole('button', { name: 'Record payment' });
    await expect(record).toBeDisabled();
    await amount.fill('1,000');
    await expect(cashier.getByRole('heading', { name: 'Allocation', exact: true })).toBeVisible();
    await expect(record).toBeEnabled();
    await expectSoundPage(cashier, `credit-payment-${product.name}`);
    await record.click();
    await expect(cashier).toHaveURL(/\/payments\?recorded=/);
    await expect(cashier.getByText('Payment recorded', { exact: true })).toBeVisible();
    await expect(cashier.getByText(TIED_OUT)).toBeVisible();

    await visit(cashier, `${path}/payment`);
    await cashier.getByLabel('Early settlement').check();
    const quote = cashier.getByRole('region', { name: /^Settlement at / });
    await expect(quote).toContainText(product.quote);
    await expect(amount).toHaveJSProperty('readOnly', true);
    const total = await exactAmount(quote.locator('dd.facts-total'));
    await expect(amount).toHaveValue(total);
    await expect(cashier.getByRole('heading', { name: 'Allocation', exact: true })).toBeVisible();
    await cashier.getByRole('button', { name: 'Record payment' }).click();
    await expect(cashier.getByText('Payment recorded', { exact: true })).toBeVisible();
    await expect(cashier.getByText('Settled').first()).toBeVisible();
    await expect(cashier.getByText(TIED_OUT)).toBeVisible();
    await expect(cashier.getByText(product.settled)).toBeVisible();
  });
}

test('every part of a facility is sound, and a payment can be undone', async ({ browserOf }) => {
  const officer = await browserOf(OFFICER);
  const reference = await structure(officer, 'Diminishing musharakah');
  const path = `/credit/${reference}`;
  await expectSoundPage(officer, 'credit-draft');
  await bringToLife(browserOf, officer, path);
  const cashier = await browserOf(CASHIER);
  await visit(cashier, `${path}/payment`);
  await cashier.getByRole('button', { name: 'Record payment' }).click();
  await expect(cashier.getByText('Payment recorded', { exact: true })).toBeVisible();

  const shariah = await browserOf(SHARIAH);
  for (const part of ['', '/payments', '/ledger', '/timeline', '/evidence']) {
    await visit(shariah, `${path}${part}`);
    await expect(shariah.getByText(TIED_OUT)).toBeVisible();
    await expectSoundPage(shariah, `credit-facility${part.replace('/', '-')}`);
  }
  await visit(shariah, path);
  await (await openMenu(shariah)).getByRole('link', { name: 'Settlement quote' }).click();
  await expect(shariah.getByRole('region', { name: /^Settlement at / })).toContainText(reference);
  await expectSoundPage(shariah, 'credit-quote');
  await shariah.getByRole('link', { name: 'Settlement letter' }).click();
  const letter = shariah.getByRole('region', { name: /^Settlement at / });
  await expect(letter).toContainText(`Facility ${reference} is settled in full when`);
  await expect(letter).toContainText('Name and signature');
  await expectSoundPage(shariah, 'credit-settlement-letter');
  await visit(shariah, path);
  await (await openMenu(shariah)).getByRole('link', { name: 'Statement of account' }).click();
  const movements = shariah.getByRole('table', { name: 'Account movements' });
  await expect(movements.getByRole('row').filter({ hasText: 'Opening balance' })).toBeVisible();
  await expect(movements.getByRole('link', { name: 'Payment' }).first()).toBeVisible();
  await expect(movements.getByRole('row').filter({ hasText: 'Closing balance' })).toBeVisible();
  await expectSoundPage(shariah, 'credit-statement');
  await visit(shariah, `${path}/payments`);
  await shariah.getByRole('link', { name: 'Receipt' }).click();
  await expect(shariah.getByRole('region', { name: `Receipt ${reference}-1` })).toBeVisible();
  await expectSoundPage(shariah, 'credit-receipt');
  await visit(shariah, `${path}/payments`);
  await shariah.getByRole('button', { name: 'Reverse payment' }).click();
  const dialog = shariah.getByRole('dialog', { name: /^Reverse the payment of / });
  await expect(dialog.getByRole('row', { name: /^Total/ })).toBeVisible();
  await expectSoundPage(shariah, 'credit-reversal');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong account');
  await dialog.getByRole('button', { name: 'Reverse payment' }).click();
  await expect(shariah.getByText('Wrong account')).toBeVisible();
  await expect(shariah.getByText(TIED_OUT)).toBeVisible();
  await visit(shariah, `${path}/ledger`);
  await expect(shariah.getByText('Reversal of another entry')).toBeVisible();
  const balance = shariah.getByRole('article', { name: 'Trial balance' });
  await expect(balance.getByText('In balance', { exact: true })).toBeVisible();
  const sums = await balance.getByRole('row', { name: /^Total/ }).getByRole('cell').allInnerTexts();
  expect(sums[0], 'something was posted').not.toBe('0.0000');
  expect(sums).toEqual([sums[0], sums[0], '0.0000']);
});

test('the reviewer turns a facility down with a reason', async ({ browserOf }) => {
  const officer = await browserOf(OFFICER);
  const reference = await structure(officer, 'Murabaha');
  await act(officer, 'Submit for review', 'Submit this facility for review?');
  await expect(officer.getByText('Pending review').first()).toBeVisible();
  const reviewer = await browserOf(REVIEWER);
  await visit(reviewer, '/credit?status=pending_review');
  await reviewer.getByRole('link', { name: reference }).click();
  await openMenu(reviewer);
  await act(reviewer, 'Reject', 'Reject this facility?', 'No proof of income');
  await expect(reviewer.getByText('No proof of income')).toBeVisible();
});

test('the queue leads from one decision to the next', async ({ browserOf }) => {
  const officer = await browserOf(OFFICER);
  const references: string[] = [];
  for (const product of ['Ijarah', 'Murabaha']) {
    references.push(await structure(officer, product));
    await act(officer, 'Submit for review', 'Submit this facility for review?');
    await expect(officer.getByText('Pending review').first()).toBeVisible();
  }
  const [older, newer] = references;
  const reviewer = await browserOf(REVIEWER);
  await visit(reviewer, '/credit');
  await reviewer.getByRole('link', { name: 'Approvals', exact: true }).click();
  const chosen = (reference: string) =>
    reviewer.getByRole('region', { name: reference, exact: true });
  await expect(chosen(newer)).toContainText('AED 106,000.00');
  await expectSoundPage(reviewer, 'credit-queue');
  const reject = reviewer.getByRole('button', { name: 'Reject', exact: true });
  const reason = reviewer.getByRole('textbox', { name: 'Reason' });
  await reject.click();
  await reason.fill('Meant for the other one');
  await reviewer.keyboard.press('Escape');
  await reviewer.getByRole('link', { name: new RegExp(`^${older}`) }).click();
  await expect(chosen(older)).toBeVisible();
  await expect(reviewer).toHaveURL(new RegExp(`ref=${older}`));
  await reject.click();
  await expect(reason).toHaveValue('');
  await expect(reason).toBeFocused();
  await reviewer.keyboard.press('Escape');

  await reviewer.getByRole('link', { name: new RegExp(`^${newer}`) }).click();
  await expect(chosen(newer)).toBeVisible();
  await act(reviewer, 'Approve', 'Approve and send for Shariah approval?');
  const news = `Decision recorded: ${newer} is now Pending Shariah approval.`;
  await expect(reviewer.getByText(news)).toBeVisible();
  await expect(chosen(older)).toBeVisible();
  await act(reviewer, 'Reject', 'Reject this facility?', 'No proof of income');
  await expect(reviewer.getByText(`Decision recorded: ${older} is now Rejected.`)).toBeVisible();
});

test('lists, books and reports are sound', async ({ browserOf }) => {
  const page = await browserOf(SHARIAH);
  const pages = [
    ['/credit', 'Facilities'],
    ['/credit?q=nothing-is-called-this', 'Facilities'],
    ['/credit/queue', 'Approvals'],
    ['/credit/journals', 'Journals'],
    ['/credit/trial-balance', 'Trial balance'],
    ['/credit/reports', 'Portfolio'],
    ['/credit/reports/income', 'Income'],
    ['/credit/reports/shariah', 'Shariah compliance'],
  ];
  for (const [position, [path, name]] of pages.entries()) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectSoundPage(page, `credit-list-${position}`);
  }
  await visit(page, '/credit/reports');
  await expect(page.getByText(TIED_OUT)).toBeVisible();
  await visit(page, '/credit/trial-balance');
  await expect(page.getByText('In balance', { exact: true })).toBeVisible();
  await visit(page, '/credit/journals?from=2001-01-01&to=2001-12-31');
  await expect(page.getByRole('heading', { name: 'No matching journal entries' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/credit\/journals$/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await visit(page, '/credit');
  await page.getByRole('link', { name: 'Ready to activate' }).click();
  await expect(page).toHaveURL(/status=approved/);
});

test('saved views narrow the list, and the table for a spreadsheet is narrowed too', async ({
  browserOf,
}) => {
  const page = await browserOf(OFFICER);
  const reference = await structure(page, 'Ijarah');
  await visit(page, '/credit');
  await page.getByRole('link', { name: 'My drafts' }).click();
  await expect(page).toHaveURL(/status=draft&mine=true/);
  await expect(page.getByRole('link', { name: reference })).toBeVisible();
  await expectSoundPage(page, 'credit-list-mine');
  const csv = page.getByRole('link', { name: 'CSV' });
  await expect(csv).toHaveAttribute(
    'href',
    '/api/credit/facilities/export.csv?status=draft&mine=true',
  );
  const table = await (await as(OFFICER)).source((await csv.getAttribute('href')) ?? '');
  const [head, ...lines] = table.trimEnd().split('\n');
  expect(head).toContain('facilityRef,customer,productType,status');
  expect(lines.filter((line) => line.startsWith(reference))).toHaveLength(1);
  expect(lines.filter((line) => !line.includes(',draft,'))).toEqual([]);

  await page.getByRole('link', { name: 'Due in 7 days' }).click();
  await expect(page).toHaveURL(/dueWithin=7/);
  await expect(page.getByRole('link', { name: reference })).toBeHidden();
});

test('a facility can be structured by keyboard alone', async ({ browserOf }) => {
  const page = await browserOf(OFFICER);
  await newCustomer(page);
  await visit(page, '/credit/new?product=murabaha');
  await expectSoundPage(page, 'credit-new');
  await tabTo(page, page.getByLabel('Customer', { exact: true }));
  await page.keyboard.press('ArrowDown');
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };
  await type('Asset description', 'Forklift');
  await type('Asset cost', '50,000');
  await tabTo(page, page.getByLabel('Total profit'));
  await page.keyboard.type('5,000');
  await tabTo(page, page.getByLabel('Number of instalments'));
  await page.keyboard.type('5');
  await expect(page.getByText('AED 55,000.00').first()).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Create draft' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^CF-/ })).toBeVisible();
});

test('who may not see the credit desk is told so, and has no entry for it', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/status of 403/);
  const page = await browserOf(atStage('Employee on probation'));
  await visit(page, '/credit');
  await expect(
    page.getByRole('heading', { name: 'You don’t have access to this page' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Credit', exact: true })).toHaveCount(0);
});
