// Customers for a single test, created with the API.
import { randomUUID } from 'node:crypto';
import { expect, request, type APIResponse, type Page } from '@playwright/test';
import { as } from './api';
import { atStage, type Person } from './demo_accounts';
import { secret } from './secrets';
import { App } from './totp';

export interface Guest extends Person {
  id: string;
}

export interface Factor {
  app: App;
  codes: string[];
}

async function read<T>(answer: APIResponse): Promise<T> {
  const text = await answer.text();
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}: ${text}`).toBe(true);
  return JSON.parse(text);
}

/** A customer with an account and a changed password. */
export async function newGuest(name: string): Promise<Guest> {
  const officer = await as(atStage('Credit officer'));
  const email = `guest.${randomUUID()}@customers.example`;
  const { id } = await officer.post<{ id: string }>('/api/customers', { name, email });
  const made = await officer.post<{ temporaryPassword: string }>(
    `/api/customers/${id}/portal-account`,
  );
  const password = secret(`quiet harbour morning ${randomUUID()}`);
  secret(made.temporaryPassword);
  const { door, headers } = await session({ name, email, password: made.temporaryPassword });
  await read(
    await door.patch('/api/customer-auth/password', {
      headers,
      data: { currentPassword: made.temporaryPassword, newPassword: password },
    }),
  );
  await door.dispose();
  return { id, name, email, password };
}

/** Enrols the second factor of a customer. */
export async function enrol(guest: Guest): Promise<Factor> {
  const { door, headers } = await session(guest);
  const setup = await read<{ secret: string }>(
    await door.get('/api/customer-auth/mfa/setup', { headers }),
  );
  const app = new App(setup.secret);
  const enabled = await read<{ recoveryCodes: string[] }>(
    await door.post('/api/customer-auth/mfa/complete', {
      headers,
      data: { code: await app.code() },
    }),
  );
  await door.dispose();
  return { app, codes: enabled.recoveryCodes.map(secret) };
}

async function session({ email, password }: Person) {
  const door = await request.newContext({ baseURL: process.env.MIZAN_URL });
  const answer = await read<{ accessToken: string }>(
    await door.post('/api/customer-auth/login', { data: { email, password } }),
  );
  return { door, headers: { authorization: `Bearer ${secret(answer.accessToken)}` } };
}

/** Waits until a portal page has loaded all files: leaving earlier would abort the requests. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

/** The first step of a sign-in at the portal, with the form. */
export async function giveThePassword(page: Page, person: Person): Promise<void> {
  await settled(page);
  await page.goto('/portal/login');
  await settled(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The second step. */
export async function giveTheCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  await settled(page);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signOut(page: Page): Promise<void> {
  await settled(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/portal\/login$/);
}
