// Starting appraisals: selection with the keyboard, derived terms, and starting several at once.
import type { Locator, Page } from '@playwright/test';
import { as, day, initiationOf, newcomer, type Staff } from './support/api';
import { HR } from './support/demo_accounts';
import { expect, test, visit } from './support/test';

test.describe.configure({ timeout: 120_000 });

const TERMS = { reviewType: 'annual', isManagerRole: false } as const;

function newcomers(): Promise<[Staff, Staff]> {
  return Promise.all([newcomer({ confirmed: false }), newcomer({ confirmed: false })]);
}

function pageOf(staff: Staff[], more = ''): string {
  return `/appraisals/new?people=${staff.map(({ id }) => id).join(',')}${more}`;
}

/** Presses the button that starts the ticked appraisals, and confirms. */
async function start(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const question = page.getByRole('dialog', { name: 'Start the selected appraisals?' });
  await question.getByRole('button', { name: 'Start appraisals' }).click();
}

/** The progress on the page of a batch, as soon as it has come to that text. */
function progressOf(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: text });
}

function rowOf(page: Page, { name }: Staff): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

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

test('a person with an open appraisal is found with the reason and cannot be selected', async ({
  browserOf,
}) => {
  const staff = await newcomer({ confirmed: false });
  const hr = await as(HR);
  await hr.post('/api/staff/appraisals', initiationOf(staff.id, TERMS));
  const page = await browserOf(HR);
  await visit(page, '/appraisals/new');
  await page.getByRole('searchbox', { name: 'Employees' }).pressSequentially(staff.name);
  const found = page.getByRole('listitem').filter({ hasText: staff.name });
  await expect(found).toContainText('already has an open appraisal');
  await expect(found.getByRole('button')).toHaveCount(0);
});

test('a probation review covers the probation of each person, an annual one the year', async ({
  browserOf,
}) => {
  const staff = await newcomer({ confirmed: false, startedOn: '2025-03-10' });
  const page = await browserOf(HR);
  await visit(page, pageOf([staff]));
  const from = page.getByLabel(`Review period start: ${staff.name}`);
  const to = page.getByLabel(`Review period end: ${staff.name}`);
  await expect(from).toHaveValue(/-01-01$/);
  await expect(to).toHaveValue(/-12-31$/);
  await page.getByLabel('Review type').selectOption('Probationary');
  await expect(from).toHaveValue('2025-03-10');
  await expect(to).toHaveValue('2025-09-09');
});

test('the people who are due for confirmation are a group with probation reviews', async ({
  browserOf,
}) => {
  const [due, other] = [
    await newcomer({ confirmed: false }),
    await newcomer({ confirmed: true }),
  ];
  const page = await browserOf(HR);
  await visit(page, '/appraisals/new');
  await page.getByLabel('Group').selectOption('Due for confirmation');
  await expect(rowOf(page, due)).toBeVisible();
  await expect(rowOf(page, other)).toHaveCount(0);
  await expect(page.getByLabel('Review type')).toHaveValue('probationary');
});

test('changed terms stay when another person is selected', async ({ browserOf }) => {
  const [first, second] = await newcomers();
  const page = await browserOf(HR);
  await visit(page, pageOf([first]));
  await page.getByLabel(`Review period end: ${first.name}`).fill(day(-1));
  await page.getByLabel(`Role category: ${first.name}`).selectOption('Sales');
  await page.getByLabel(`People manager: ${first.name}`).check();
  await page.getByRole('searchbox', { name: 'Employees' }).pressSequentially(second.name);
  await page.getByRole('button', { name: new RegExp(`^${second.name}`) }).click();
  await expect(page.getByRole('button', { name: 'Start 2 appraisals' })).toBeVisible();
  await expect(page.getByLabel(`Review period end: ${first.name}`)).toHaveValue(day(-1));
  await expect(page.getByLabel(`Role category: ${first.name}`)).toHaveValue('sales');
  await expect(page.getByLabel(`People manager: ${first.name}`)).toBeChecked();
  await expect(page.getByLabel(`People manager: ${second.name}`)).not.toBeChecked();
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'after a question' : 'without JavaScript';
  test(`those who are ready are started together ${how}`, async ({ browserOf }) => {
    const staff = await newcomers();
    const page = await browserOf(HR, { javaScriptEnabled });
    await page.goto(pageOf(staff));
    await page.getByLabel(`People manager: ${staff[0].name}`).check();
    if (javaScriptEnabled) {
      await start(page, 'Start 2 appraisals');
      await expect(progressOf(page, '2 of 2 started')).toBeVisible();
    } else {
      await page.getByRole('button', { name: 'Start 2 appraisals' }).click();
      // A reload would cancel the answer to the form.
      await expect(page).toHaveURL(/\/appraisals\/batches\//);
      await expect(async () => {
        await page.reload();
        await expect(progressOf(page, '2 of 2 started')).toBeVisible({ timeout: 1000 });
      }).toPass();
    }
    await expect(rowOf(page, staff[0])).toContainText('People manager');
    await expect(rowOf(page, staff[1])).not.toContainText('People manager');
    await page.getByRole('link', { name: staff[0].name }).click();
    await expect(page.getByRole('heading', { level: 1, name: staff[0].name })).toBeVisible();
  });
}

test('one who is not ticked is not started', async ({ browserOf }) => {
  const [first, second] = await newcomers();
  const page = await browserOf(HR);
  await visit(page, pageOf([first, second]));
  await page.getByLabel(`Start for ${second.name}`).uncheck();
  await page.getByRole('button', { name: 'Start 1 appraisal' }).click();
  const question = page.getByRole('dialog', { name: 'Start the selected appraisals?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await start(page, 'Start 1 appraisal');
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible();
  await visit(page, pageOf([first, second]));
  await expect(page.getByRole('button', { name: 'Start 1 appraisal' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 can’t be started' })).toBeVisible();
});

test('a batch ends in a list of results, with the reason of each refusal', async ({ browserOf }) => {
  const staff = await newcomers();
  const page = await browserOf(HR);
  await visit(page, pageOf(staff));
  const hr = await as(HR);
  await hr.post('/api/staff/appraisals', initiationOf(staff[0].id, TERMS));
  await start(page, 'Start 2 appraisals');
  await expect(progressOf(page, '1 of 2 started')).toContainText('1 could not be started');
  await expect(rowOf(page, staff[0])).toContainText('already has an open appraisal');
  await expect(rowOf(page, staff[1])).toContainText('Started');
  await page.goto('/notifications');
  await page.getByRole('link', { name: '1 of 2 appraisals started' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Starting appraisals' })).toBeVisible();
});
