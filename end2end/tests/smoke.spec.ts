// The shortest test of the built product: the page is hydrated, and each reviewer sees their form.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { alive } from './support/test';

type Member = { name: string; email: string; password: string; desk: string };

const text = process.env.MIZAN_DEMO_ACCOUNTS ?? '';
const accounts: Member[] = JSON.parse(text.startsWith('[') ? text : readFileSync(text, 'utf8'));
const member = (desk: string): Member => {
  const found = accounts.find((it) => it.desk === desk);
  if (found === undefined) throw new Error(`the demo has nobody for ${desk}`);
  return found;
};

test('human resources signs in, and an appraisal opens without an error', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const { email, password } = member('HR');
  await page.goto('/login');
  await page.locator('input[type="email"]').first().fill(email);
  await page.locator('input[type="password"]').first().fill(password);
  await page.locator('input[type="password"]').first().press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const token = await page.request.post('/api/auth/login', { data: { email, password } });
  const { accessToken } = await token.json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const statuses = ['pending_self', 'pending_lm', 'pending_md', 'pending_hr', 'finalized'];
  for (const status of statuses) {
    const query = `scope=all&status=${status}&limit=1`;
    const list = await page.request.get(`/api/staff/appraisals?${query}`, { headers });
    const [found] = (await list.json()).data;
    await alive(page, () => page.goto(`/appraisals/${found.id}`));
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText(found.staffName);
  }
  expect(errors).toEqual([]);
});
