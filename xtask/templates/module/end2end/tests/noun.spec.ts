// __Nouns_text__: the list, and the form that adds to it.
import { randomUUID } from 'node:crypto';
import { ADMINISTRATOR, NEW_EMPLOYEE } from './support/demo_accounts';
import { expect, test, visit } from './support/test';

test('a new __noun_text__ appears in the list', async ({ browserOf }) => {
  const name = `Name ${randomUUID()}`;
  const page = await browserOf(ADMINISTRATOR);
  await visit(page, '/__nouns-kebab__');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create __noun_text__' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
});

test('the list of __nouns_text__ is not for employees', async ({ browserOf, watch }) => {
  watch.expect(/status of 403/);
  const page = await browserOf(NEW_EMPLOYEE);
  const answer = await page.goto('/__nouns-kebab__');
  expect(answer?.status()).toBe(403);
});
