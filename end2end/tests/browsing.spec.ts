// Behaviour of the browser itself: back navigation, lost connections and form validation.
import { newcomer } from './support/api';
import { ADMINISTRATOR, HR, atStage, colleague } from './support/demo_accounts';
import { comeBack, expect, test, visit } from './support/test';

test('a link without a connection says so, and is followed once there is one', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  const page = await browserOf(HR);
  await visit(page, '/');
  await page.context().setOffline(true);
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await areas.getByRole('link', { name: 'Employees' }).click();
  await expect(page.getByText('You are offline')).toBeVisible();
  await expect(areas).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/people$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Employees' })).toBeVisible();
});

test('going back to a list shows it where it was left', async ({ browserOf }) => {
  const page = await browserOf(atStage('Credit officer'));
  await visit(page, '/credit?sort=newest');
  const last = page.getByRole('rowheader').getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(200);
  await last.click();
  await expect(page).toHaveURL(/\/credit\/CF-/);
  await page.goBack();
  await expect(page).toHaveURL(/\/credit\?sort=newest/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
});

test('what the browser refuses is said at the field, in the language of the page', async ({
  browserOf,
}) => {
  const page = await browserOf(HR);
  await visit(page, '/people/new');
  const name = page.locator('#name');
  await page.locator('#new-person button[type=submit]').click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/Fill in this field\./);
  await name.fill('Somebody');
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');
  await page.locator('#email').fill('no address');
  await page.locator('#new-person button[type=submit]').click();
  await expect(page.locator('#email')).toHaveAccessibleDescription(/Enter an email address/);
});

test('an empty date asks for one in the language of the page', async ({ browserOf }) => {
  const page = await browserOf(ADMINISTRATOR, { locale: 'ar-AE' });
  await visit(page, '/credit/trial-balance');
  const from = page.locator('#from');
  await expect(from).toHaveAttribute('data-said', 'اختر تاريخًا');
  await from.fill('2026-01-31');
  await expect(from).toHaveAttribute('data-said', /^٣١ يناير ٢٠٢٦$/);
  await from.fill('');
  await expect(from).toHaveAttribute('data-said', 'اختر تاريخًا');
});

test('what the server refuses is said at the field until the next answer', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/status of 400/);
  const staff = await newcomer({ confirmed: true });
  const page = await browserOf(colleague(staff.name, staff.email));
  await visit(page, '/leave');
  const form = page.locator('#leave-form');
  await form.locator('input[name=start_date]').fill('2027-03-03');
  await form.locator('input[name=end_date]').fill('2027-03-01');
  await form.locator('input[name=reason]').fill('Family');
  await form.getByRole('button').click();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  const marked = form.locator('[aria-invalid=true]');
  await expect(marked).toHaveCount(1);
  await expect(marked).toHaveAccessibleDescription(/\S/);
});

test('the banner of an ended session stays in sight', async ({ browserOf, watch }) => {
  watch.expect(/status of 401/);
  const page = await browserOf(HR);
  await visit(page, '/people');
  await page.context().clearCookies();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).locator('form').evaluate((form) =>
    (form as HTMLFormElement).requestSubmit(),
  );
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your session has ended')).toBeInViewport();
  await comeBack(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText('Your session has ended')).toBeInViewport();
});
