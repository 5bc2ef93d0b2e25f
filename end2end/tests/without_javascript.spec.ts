// The workflow in a browser without JavaScript: static pages and plain forms.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { as, initiationOf, mark, newcomer, personOf, type Detail } from './support/api';
import {
  DEPARTMENT_HEAD,
  HR,
  LINE_MANAGER,
  MANAGING_DIRECTOR,
  NEW_EMPLOYEE,
  type Person,
} from './support/demo_accounts';
import { expect, test } from './support/test';

const PLAIN = { javaScriptEnabled: false };

async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.name.split(' ')[0]);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'settings and sign out' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

async function score(page: Page, groups: RegExp): Promise<void> {
  const rows = page.getByRole('radiogroup', { name: groups });
  const count = await rows.count();
  for (let position = 0; position < count; position += 1) {
    await rows.nth(position).getByRole('radio').nth(mark(position) - 1).check();
  }
}

test('signing in, a wrong password and signing out work', async ({ visitor }) => {
  const page = await visitor(PLAIN);
  await page.goto('/appraisals?scope=mine');
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill(NEW_EMPLOYEE.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Incorrect email or password');

  await signIn(page, NEW_EMPLOYEE);
  await signOut(page);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
});

test('lists can be read, filtered and paged', async ({ visitor }) => {
  const page = await visitor(PLAIN);
  await signIn(page, HR);
  await page.getByRole('link', { name: /^Appraisals/ }).click();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(21);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('searchbox', { name: 'Employee', exact: true }).fill('Bianchi');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('rowheader').first()).toContainText('Marco Bianchi');
  await page.getByRole('link', { name: 'Marco Bianchi' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marco Bianchi' })).toBeVisible();
});

test('light or dark is chosen before anybody signs in', async ({ visitor }) => {
  const page = await visitor(PLAIN);
  await page.goto('/portal/login');
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page).toHaveURL(/\/portal\/login$/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('every stage acts on one appraisal, from its start to the confirmation', async ({
  visitor,
}) => {
  test.setTimeout(120_000);
  const staff = await newcomer({ confirmed: false });
  const subject = await personOf(staff.id);
  const page = await visitor(PLAIN);

  await signIn(page, HR);
  const { periodFrom, periodTo } = initiationOf(staff.id, {
    reviewType: 'probationary',
    isManagerRole: false,
  });
  await page.getByRole('link', { name: 'Start appraisals' }).first().click();
  await page.getByRole('searchbox', { name: 'Employees' }).fill(subject.name);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${subject.name}`) }).click();
  await page.getByLabel('Review type').selectOption('Probationary');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('heading', { name: '1 ready' })).toBeVisible();
  await page.getByLabel(`Review period start: ${subject.name}`).fill(periodFrom);
  await page.getByLabel(`Review period end: ${subject.name}`).fill(periodTo);
  await page.getByRole('button', { name: 'Start 1 appraisal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: subject.name })).toBeVisible();
  const form = new URL(page.url()).pathname;
  await signOut(page);

  await signIn(page, subject);
  await page.goto(form);
  await assessSelf(page);
  await signOut(page);

  await signIn(page, LINE_MANAGER);
  await page.goto(form);
  await score(page, /^Line manager’s rating/);
  await page.getByRole('textbox', { name: /^Comment/ }).first().fill('Seen in the reports.');
  const plan = page.getByRole('group', { name: 'Development plan' });
  await plan.getByRole('textbox', { name: 'Area' }).first().fill('Reporting');
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText('Review submitted.')).toBeVisible();
  await expect(page.getByText('Seen in the reports.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Reporting' })).toBeVisible();
  await signOut(page);

  for (const approver of [DEPARTMENT_HEAD, MANAGING_DIRECTOR]) {
    await signIn(page, approver);
    await page.goto(form);
    await page.getByRole('textbox', { name: /^Comment/ }).fill(`Approved by ${approver.name}.`);
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Appraisal approved.', { exact: true })).toBeVisible();
    await expect(page.getByText(`Approved by ${approver.name}.`)).toBeVisible();
    await signOut(page);
  }

  await signIn(page, HR);
  await page.goto(form);
  await finalize(page);
  const stamped = await as(HR).then((hr) => hr.detail(form.split('/').pop() ?? ''));
  expect(stamped.status).toBe('finalized');
  expect(stamped.hrRemarks).toBe('Kept without a script.');
  await expect(page.getByRole('region', { name: 'Result' })).toContainText(
    stamped.overallScore ?? 'a score',
  );
});

/** Saves half of the form, sees what is missing, and submits the complete form. */
async function assessSelf(page: Page): Promise<void> {
  const achieved = page.getByRole('textbox', { name: /^Actual achievement/ });
  await achieved.first().fill('Saved with a button.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(achieved.first()).toHaveValue('Saved with a button.');

  await score(page, /^Self-rating/);
  await page.getByRole('button', { name: 'Submit self-assessment' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(achieved.first()).toHaveValue('Saved with a button.');
  const unscored = page.getByRole('radiogroup', { name: /^Self-rating/ }).first();
  await expect(unscored.getByRole('radio', { checked: true })).toHaveCount(1);

  const answers = page.getByRole('region', { name: 'Self-assessment' });
  for (const answer of await answers.getByRole('textbox').all()) {
    await answer.fill('Answered without a script.');
  }
  await page.getByRole('button', { name: 'Submit self-assessment' }).click();
  await expect(page.getByText('Self-assessment submitted.')).toBeVisible();
}

async function finalize(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Remarks' }).fill('Kept without a script.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Kept without a script.');
  await page.getByRole('checkbox', { name: /^Confirm/ }).uncheck();
  await page.getByRole('button', { name: 'Finalize and confirm' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Confirm/ }).check();
  await page.getByRole('button', { name: 'Finalize and confirm' }).click();
  await expect(page.getByText('Appraisal finalized.', { exact: true })).toBeVisible();
}

test('an explanation of the score opens without a script', async ({ visitor }) => {
  const hr = await as(HR);
  const finalized = await hr.get<{ data: Detail[] }>(
    '/api/staff/appraisals?scope=all&status=finalized&limit=1',
  );
  const page = await visitor(PLAIN);
  await signIn(page, HR);
  await page.goto(`/appraisals/${finalized.data[0].id}`);
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('Score breakdown').click();
  await expect(result.getByText('Unrounded total')).toBeVisible();
});

test('a file of people is checked and imported', async ({ visitor }) => {
  const tag = randomUUID().slice(0, 8);
  const rows = `Emp. No;Full name;E-mail;Joining date\nPLN-${tag};Plain ${tag};plain.${tag}@amanah.example;2026-03-01\n`;
  const file = { name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
  const page = await visitor(PLAIN);
  await signIn(page, HR);
  await page.goto('/people/import');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose a file, or paste rows.');
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Employees ready to import: 1')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Employees imported: 1')).toBeVisible();
});
