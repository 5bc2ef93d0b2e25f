// The second factor of customers: from enrolment to the last recovery code and its replacement.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ADMINISTRATOR, atStage } from './support/demo_accounts';
import { as } from './support/api';
import {
  enrol,
  giveTheCode,
  giveThePassword,
  newGuest,
  settled,
  signOut,
  type Guest,
} from './support/guest';
import { tabTo } from './support/keyboard';
import { secret } from './support/secrets';
import { expectSoundPage } from './support/page_checks';
import { expect, test, visit } from './support/test';
import { App } from './support/totp';

const SECURITY = '/portal/settings/security';

test.describe.configure({ timeout: 360_000 });

/** Recovery codes need a script: before it is loaded, the form is displayed again. */
async function begin(
  page: Page,
  password: string,
  press: (button: Locator) => Promise<void>,
): Promise<App> {
  const key = page.getByLabel('Setup key');
  await expect(async () => {
    if (await key.isHidden()) {
      await page.getByLabel('Current password').fill(password);
      await press(page.getByRole('button', { name: 'Set up' }));
    }
    await expect(key).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  return new App(await key.inputValue());
}

async function shownCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(list.first()).toBeVisible();
  return (await list.allTextContents()).map((code) => secret(code.trim()));
}

/** The mails to an address in the directory that a server without a provider writes. */
function mailsTo(address: string): string[] {
  const folder = join(process.env.MIZAN_DATA ?? 'data', 'outbox');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const mails = files.filter((file) => file.endsWith('.eml'));
  return mails
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((mail) => mail.includes(address));
}

test('a customer enrols, signs in by app and by every recovery code, and makes new ones', async ({
  visitor,
  watch,
}) => {
  const guest = await newGuest('Amal Yusuf');
  const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  await giveThePassword(page, guest);
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
  await settled(page);
  await page.goto(SECURITY);
  await expectSoundPage(page, 'portal-second-factor-off');

  const app = await begin(page, guest.password, (button) => button.click());
  await expectSoundPage(page, 'portal-second-factor-scan');
  await page.getByLabel('Verification code').fill(await app.code());
  await page.getByRole('button', { name: 'Verify and turn on' }).click();
  const codes = await keepCodes(page);
  expect(codes).toHaveLength(10);
  await expect(page.getByText('On. Recovery codes remaining: 10')).toBeVisible();
  await page.goBack();
  expect(await page.content()).not.toContain(codes[0]);
  await settled(page);
  await page.goto('/portal');
  await signOut(page);

  await giveThePassword(page, guest);
  await expect(page).toHaveURL(/\/portal\/login\/code$/);
  await expectSoundPage(page, 'portal-code');
  await giveTheCode(page, await app.code());
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
  await signOut(page);

  await useEveryCode(page, guest, codes);
  watch.expect(/401/);
  await giveThePassword(page, guest);
  await giveTheCode(page, codes[0]);
  await expect(page.getByRole('alert')).toContainText('Incorrect code');
  await expect.poll(() => mailsTo(guest.email).length, { timeout: 30_000 }).toBe(1);
  expect(codes.filter((code) => mailsTo(guest.email)[0].includes(code))).toEqual([]);

  await giveTheCode(page, await app.code());
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
  await regenerate(page, guest, app);
});

/** Copies, downloads and acknowledges the codes on the page, and continues. */
async function keepCodes(page: Page): Promise<string[]> {
  const codes = await shownCodes(page);
  await expectSoundPage(page, 'portal-recovery-codes');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toEqual(codes);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  expect(readFileSync(await file.path(), 'utf8').trim().split('\n')).toEqual(codes);

  const goOn = page.getByRole('button', { name: 'Continue' });
  await expect(goOn).toBeDisabled();
  await page.getByLabel('I have saved these codes').check();
  await goOn.click();
  return codes;
}

/** Signs in with each code; the page warns when few or none are left. */
async function useEveryCode(page: Page, guest: Guest, codes: string[]): Promise<void> {
  for (const [position, code] of codes.entries()) {
    const left = codes.length - position - 1;
    await giveThePassword(page, guest);
    await giveTheCode(page, code);
    await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
    const few = page.getByText(`Recovery codes remaining: ${left}`);
    await expect(few).toBeVisible({ visible: left > 0 && left <= 3 });
    if (left === 0) {
      await expect(page.getByText('You have no recovery codes').first()).toBeVisible();
      await expect(page.getByText('If you lose your phone you will lose access.')).toBeVisible();
      await expectSoundPage(page, 'portal-no-codes-left');
    }
    await signOut(page);
  }
}

/** Generates new codes; the warning disappears, and one of the new codes is accepted. */
async function regenerate(page: Page, guest: Guest, app: App): Promise<void> {
  await page.getByRole('link', { name: 'Generate new codes' }).click();
  await expect(page).toHaveURL(new RegExp(`${SECURITY}$`));
  const code = await app.code();
  await expect(async () => {
    await page.getByLabel('Current password').fill(guest.password);
    await page.getByLabel('Verification code').fill(code);
    await page.getByRole('button', { name: 'Generate new codes' }).click();
    const codes = page.getByRole('region', { name: 'Your recovery codes' });
    await expect(codes).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  const codes = await shownCodes(page);
  await page.getByLabel('I have saved these codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('On. Recovery codes remaining: 10')).toBeVisible();
  await signOut(page);
  await giveThePassword(page, guest);
  await giveTheCode(page, codes[4]);
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
  await expect(page.getByText('Recovery codes remaining')).toHaveCount(0);
}

test('by keyboard alone a customer enrols and signs in', async ({ visitor }) => {
  const guest = await newGuest('Tariq Aziz');
  const page = await visitor();
  await page.goto('/portal/login');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(guest.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(guest.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Settings' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/portal\/settings$/);
  await tabTo(page, page.getByRole('link', { name: 'Two-step verification and recovery codes' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${SECURITY}$`));

  const app = await begin(page, guest.password, async (button) => {
    await tabTo(page, button);
    await page.keyboard.press('Enter');
  });
  await tabTo(page, page.getByLabel('Verification code'));
  await page.keyboard.type(await app.code());
  await page.keyboard.press('Enter');
  expect(await shownCodes(page)).toHaveLength(10);
  await tabTo(page, page.getByLabel('I have saved these codes'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Continue' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('On. Recovery codes remaining: 10')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Sign out' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/portal\/login$/);

  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(guest.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(guest.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/portal\/login\/code$/);
  await tabTo(page, page.getByLabel('Code', { exact: true }));
  await page.keyboard.type(await app.code());
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
});

test('both steps of the sign-in work without JavaScript', async ({ visitor }) => {
  const guest = await newGuest('Huda Karim');
  const { app, codes } = await enrol(guest);
  const page = await visitor({ javaScriptEnabled: false });
  await giveThePassword(page, guest);
  await giveTheCode(page, 'nonsense');
  await expect(page.getByRole('alert')).toContainText('Incorrect code');
  await giveTheCode(page, await app.code());
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
  await signOut(page);
  await giveThePassword(page, guest);
  await giveTheCode(page, codes[0].toUpperCase().replaceAll('-', ' '));
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();

  const cookies = await page.context().cookies();
  expect(cookies.map((cookie) => cookie.name)).not.toContain('__Host-customer_preauth');
});

test('where the house wants a second factor, a customer sets it up before anything else', async ({
  visitor,
}) => {
  const administrator = await as(ADMINISTRATOR);
  const guest = await newGuest('Rania Said');
  const wanted = (customerMfaRequired: boolean) =>
    administrator.patch('/api/organization', { customerMfaRequired });
  await wanted(true);
  try {
    const page = await visitor();
    await giveThePassword(page, guest);
    await expect(page).toHaveURL(new RegExp(`${SECURITY}$`));
    await expectSoundPage(page, 'portal-second-factor-wanted');
    await page.goto('/portal');
    await expect(page).toHaveURL(new RegExp(`${SECURITY}$`));
    const app = await begin(page, guest.password, (button) => button.click());
    await page.getByLabel('Verification code').fill(await app.code());
    await page.getByRole('button', { name: 'Verify and turn on' }).click();
    await shownCodes(page);
    await page.getByLabel('I have saved these codes').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
  } finally {
    await wanted(false);
  }
});

test('staff take a second factor away, and the customer begins anew', async ({
  browserOf,
  visitor,
}) => {
  const guest = await newGuest('Samir Nasser');
  await enrol(guest);
  const officer = await browserOf(atStage('Credit officer'));
  await visit(officer, `/customers/${guest.id}`);
  await expect(officer.getByText('On', { exact: true })).toBeVisible();
  await officer.getByRole('button', { name: 'Reset two-step verification' }).click();
  const question = officer.getByRole('dialog', { name: 'Reset two-step verification?' });
  await question.getByRole('button', { name: 'Reset two-step verification' }).click();
  const password = await officer.getByLabel('Temporary password').inputValue();
  await expect(officer.getByText('Off', { exact: true })).toBeVisible();

  const page = await visitor();
  await giveThePassword(page, { ...guest, password });
  await expect(page).toHaveURL(/\/portal\/password$/);
});
