// Starting appraisals: selection with the keyboard, and starting several at once.
import { day, newcomer } from './support/api';
import { HR } from './support/demo_accounts';
import { expect, test, visit } from './support/test';

test.describe.configure({ timeout: 120_000 });

const PERIOD = `periodFrom=${day(-180)}&periodTo=${day(-1)}`;

test('whoever chooses by key goes on in the search', async ({ browserOf }) => {
  const staff = await newcomer({ confirmed: false });
  const page = await browserOf(HR);
  await visit(page, '/appraisals/new');
  const search = page.getByRole('searchbox', { name: 'Employees' });
  await search.pressSequentially(staff.name);
  const found = page.getByRole('button', { name: new RegExp(`^${staff.name}`) });
  await expect(found).toBeVisible();
  await expect(search).toBeFocused();
  await found.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Remove ${staff.name}` })).toBeVisible();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue(staff.name);
  await page.reload();
  await expect(page.getByRole('button', { name: `Remove ${staff.name}` })).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'after a question' : 'without JavaScript';
  test(`those who are ready are started together ${how}`, async ({ browserOf }) => {
    const staff = [await newcomer({ confirmed: false }), await newcomer({ confirmed: false })];
    const people = staff.map(({ id }) => id).join(',');
    const page = await browserOf(HR, { javaScriptEnabled });
    await page.goto(`/appraisals/new?people=${people}&roleCategory=other&${PERIOD}&checked=true`);
    await page.getByLabel(`People manager: ${staff[0].name}`).check();
    await page.getByRole('button', { name: 'Start 2 appraisals' }).click();
    if (javaScriptEnabled) {
      const question = page.getByRole('dialog', { name: 'Start 2 appraisals?' });
      await question.getByRole('button', { name: 'Start 2 appraisals' }).click();
      await expect(page.getByText('Appraisals started: 2.')).toBeVisible();
    }
    const started = page.getByRole('region', { name: '2 of 2 started' });
    await expect(started.getByRole('link', { name: 'Open' })).toHaveCount(2);
    await started.getByRole('link', { name: 'Open' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: staff[0].name })).toBeVisible();
  });
}

test('one who is started leaves the others ready', async ({ browserOf }) => {
  const staff = [await newcomer({ confirmed: false }), await newcomer({ confirmed: false })];
  const people = staff.map(({ id }) => id).join(',');
  const page = await browserOf(HR);
  await visit(page, `/appraisals/new?people=${people}&roleCategory=other&${PERIOD}&checked=true`);
  await page.getByRole('button', { name: 'Start', exact: true }).first().click();
  const question = page.getByRole('dialog', { name: 'Start 1 appraisal?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).first().click();
  await question.getByRole('button', { name: 'Start 1 appraisal' }).click();
  await expect(page.getByRole('region', { name: '1 of 2 started' })).toContainText('Ready');
  await expect(page.getByRole('button', { name: 'Start 1 appraisal' })).toBeEnabled();
});
