// The customer portal, and the customer pages of staff.
import type { Page } from '@playwright/test';
import { atStage, type Person } from './support/demo_accounts';
import { newGuest as quickGuest, settled } from './support/guest';
import { expectSoundPage } from './support/page_checks';
import { comeBack, expect, test, visit } from './support/test';

const OFFICER = atStage('Credit officer');
const CUSTOMER = atStage('Customer at the portal');
const NEW_PASSWORD = 'violet anchor plateau 77';

test.describe.configure({ timeout: 120_000 });

/** Signs a customer in with the form, whatever the next page is. */
async function signInAtPortal(page: Page, person: Person): Promise<void> {
  await page.goto('/portal/login');
  await fillIn(page, person);
}

/** Signs a customer in on the current sign-in page. */
async function fillIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Creates a customer with an account as a credit officer, and returns the credentials. */
async function newGuest(page: Page, name: string): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@customers.example`;
  await visit(page, '/customers/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Address').fill('1 Creek Road\nDubai');
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Create portal access' }).click();
  const password = await page.getByLabel('Temporary password').inputValue();
  return { name, email, password };
}

test('a customer signs in, sees a facility of their own, and signs out', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/portal');
  await expect(page).toHaveURL(/\/portal\/login$/);
  await expectSoundPage(page, 'portal-login');
  await signInAtPortal(page, CUSTOMER);
  await expect(page).toHaveURL(/\/portal\/?$/);
  await expect(page.getByText(`Welcome, ${CUSTOMER.name}.`)).toBeVisible();
  await expect(page.getByRole('link', { name: /^View details CF-/ }).first()).toBeVisible();
  await expectSoundPage(page, 'portal-home');
  await page.getByRole('link', { name: /^View details CF-/ }).first().click();
  await expect(page).toHaveURL(/\/portal\/facilities\/CF-/);
  await expect(page.getByRole('heading', { name: 'Repayment schedule' })).toBeVisible();
  await expectSoundPage(page, 'portal-facility');
  await page.getByRole('link', { name: 'Statement of account' }).click();
  const movements = page.getByRole('table', { name: 'Account movements' });
  await expect(movements.getByRole('row').filter({ hasText: 'Closing balance' })).toBeVisible();
  await expectSoundPage(page, 'portal-statement');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText(`Signed in as ${CUSTOMER.email}.`)).toBeVisible();
  await expectSoundPage(page, 'portal-settings');

  const cookies = await page.context().cookies();
  const session = cookies.find((cookie) => cookie.name === '__Host-customer_session');
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  expect(await page.content()).not.toContain(session?.value);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/portal\/login$/);
  await page.goto('/portal');
  await expect(page).toHaveURL(/\/portal\/login$/);
});

test('a customer is nobody in the workspace of staff, and staff nobody at the portal', async ({
  visitor,
  browserOf,
}) => {
  const page = await visitor();
  await signInAtPortal(page, CUSTOMER);
  await expect(page.getByText(`Welcome, ${CUSTOMER.name}.`)).toBeVisible();
  await page.goto('/customers');
  await expect(page).toHaveURL(/\/login\?next=/);
  const staff = await browserOf(OFFICER);
  await staff.goto('/portal');
  await expect(staff).toHaveURL(/\/portal\/login$/);
});

test('a wrong password is refused without saying what was wrong', async ({ visitor, watch }) => {
  watch.expect(/401/);
  const page = await visitor();
  for (const email of ['nobody@customers.example', 'salma.idris@customers.example']) {
    await signInAtPortal(page, { name: '', email, password: 'not the password' });
    await expect(page.getByRole('alert')).toContainText('Incorrect email or password');
  }
});

test('staff make an account; its temporary password is changed before anything else', async ({
  browserOf,
  visitor,
}) => {
  const officer = await browserOf(OFFICER);
  await visit(officer, `/customers?q=${encodeURIComponent(CUSTOMER.email)}`);
  await expect(officer.getByRole('link', { name: CUSTOMER.name })).toBeVisible();
  await expectSoundPage(officer, 'customers');
  const guest = await newGuest(officer, 'Maha Karim');
  await expectSoundPage(officer, 'customer');

  const page = await visitor();
  await signInAtPortal(page, guest);
  await expect(page).toHaveURL(/\/portal\/password$/);
  await page.goto('/portal/settings');
  await expect(page).toHaveURL(/\/portal\/password$/);
  await expectSoundPage(page, 'portal-password');
  await page.getByLabel('Current password').fill(guest.password);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  await page.goto('/portal');
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No active financing' })).toBeVisible();
});

test('what a customer typed outlasts an ended session', async ({ visitor, watch }) => {
  watch.expect(/status of 401/);
  const guest = await quickGuest('Huda Salem');
  const page = await visitor();
  await signInAtPortal(page, guest);
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
  await page.goto('/portal/settings');
  await settled(page);
  await page.getByLabel('Current password').fill(guest.password);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your session has ended')).toBeVisible();

  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  const other = await opened;
  await settled(other);
  await fillIn(other, guest);
  await expect(other.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
  await comeBack(page);
  await expect(page.getByText('Your session has ended')).toBeHidden();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
});

test('a block asks once and ends the session; lifting it lets in again', async ({
  browserOf,
  visitor,
}) => {
  const officer = await browserOf(OFFICER);
  const guest = await newGuest(officer, 'Yusuf Tariq');
  const page = await visitor();
  await signInAtPortal(page, guest);
  await expect(page).toHaveURL(/\/portal\/password$/);

  await officer.getByRole('button', { name: 'Suspend access' }).click();
  const question = officer.getByRole('dialog', { name: 'Suspend portal access?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Suspend access' }).click();
  await expect(officer.getByRole('button', { name: 'Restore access' })).toBeVisible();
  await page.goto('/portal');
  await expect(page).toHaveURL(/\/portal\/login$/);

  await officer.getByRole('button', { name: 'Restore access' }).click();
  await expect(officer.getByRole('button', { name: 'Suspend access' })).toBeVisible();
  await signInAtPortal(page, guest);
  await expect(page).toHaveURL(/\/portal\/password$/);
});

test('the sign-in works without JavaScript', async ({ visitor }) => {
  const page = await visitor({ javaScriptEnabled: false });
  await signInAtPortal(page, CUSTOMER);
  await expect(page.getByText(`Welcome, ${CUSTOMER.name}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/portal\/login$/);
});
