// The search dialog, the dialog of keys, and the guides.
import { atStage, HR, NEW_EMPLOYEE } from './support/demo_accounts';
import { expectAccessible, expectNoOverflow, expectSoundPage, NARROW } from './support/page_checks';
import { expect, test, visit } from './support/test';

const CASHIER = atStage('Cashier');

test('Ctrl K opens the search, and an exact reference opens its page on Enter', async ({
  browserOf,
}) => {
  const page = await browserOf(CASHIER);
  await visit(page, '/credit');
  const reference = await page.getByRole('rowheader').first().getByRole('link').innerText();
  await visit(page, '/');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('option', { name: 'Request leave' })).toBeVisible();
  await field.fill(reference.toLowerCase());
  await expect(dialog.getByRole('status')).toHaveText('Results: 1');
  await expect(dialog.getByRole('option')).toContainText(reference);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/credit/${reference}$`));
});

test('results appear while typing, and arrows and Enter open one', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/');
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');
  await page.keyboard.type('bianchi');
  await expect(field).toHaveValue('bianchi');
  const people = dialog.getByRole('group', { name: 'Employees' });
  const option = people.getByRole('option', { name: /Marco Bianchi/ });
  await expect(option).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'Appraisals' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  const id = await option.getAttribute('id');
  await expect(field).toHaveAttribute('aria-activedescendant', id ?? '');
  await expectAccessible(page, 'the search with results');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Marco Bianchi' })).toBeVisible();
});

test('Escape closes the search and gives the focus back', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/people');
  const search = page.getByRole('searchbox', { name: 'Search', exact: true });
  await search.focus();
  await page.keyboard.type('/?');
  await expect(search).toHaveValue('/?');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox').fill('nobody at all');
  await expect(dialog.getByRole('status')).toHaveText('No results');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(search).toBeFocused();
});

test('typing in the top bar goes on in the dialog', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/');
  await page.getByRole('banner').getByRole('searchbox').click();
  await page.keyboard.type('leave');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('combobox')).toHaveValue('leave');
  await expect(dialog.getByRole('option', { name: 'Manage leave' })).toBeVisible();
});

test('the search and the keys are sound, on a phone too', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await page.setViewportSize(NARROW);
  await visit(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox').fill('a');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await expectSoundPage(page, 'palette');
  await expect(dialog).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(NARROW);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectSoundPage(page, 'keys');
});

test('the question mark shows the keys of the page and leads to the guide', async ({
  browserOf,
}) => {
  const page = await browserOf(NEW_EMPLOYEE);
  await visit(page, '/');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Ctrl K');
  await expect(keys.getByText('Enter the rating of the row')).toBeHidden();
  await keys.getByRole('link', { name: 'Member of staff' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Member of staff' })).toBeVisible();
});

test('shortcuts of a single key can be turned off', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/');
  const search = page.getByRole('dialog', { name: 'Search' });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const choice = keys.getByRole('checkbox', { name: /single key/ });
  await page.keyboard.press('?');
  await choice.uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(search.getByRole('combobox')).toHaveValue('');
  await expect(keys).toBeHidden();
  await search.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await choice.check();
  await keys.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('/');
  await expect(search).toBeVisible();
});

test('without JavaScript the search is a form with a page of results', async ({ visitor }) => {
  const page = await visitor({ javaScriptEnabled: false });
  await page.goto('/login');
  await page.getByLabel('Email').fill(HR.email);
  await page.getByLabel('Password', { exact: true }).fill(HR.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('banner').getByRole('searchbox').fill('Bianchi');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=Bianchi$/);
  await page.getByRole('region', { name: 'Employees' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marco Bianchi' })).toBeVisible();
  await expectNoOverflow(page, 'the person');
});
