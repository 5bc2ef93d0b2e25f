// Human resources: list of staff, page of a person, probation overview, import and audit log.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { appraisalAt, as, newcomer, type Staff } from './support/api';
import { ADMINISTRATOR, HR, LINE_MANAGER, MANAGING_DIRECTOR, NEW_EMPLOYEE } from './support/demo_accounts';
import { expectAccessible } from './support/page_checks';
import { secret } from './support/secrets';
import { expect, test, visit } from './support/test';

/** Searches the list of people. */
async function search(page: Page, text: string): Promise<void> {
  await visit(page, '/people');
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(text);
  await page.getByRole('button', { name: 'Apply' }).click();
}

/** The table row of a person. */
function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name });
}

test.describe('the list', () => {
  test('finds a person by name, and the filters stand in the address', async ({ browserOf }) => {
    const person = await newcomer({ confirmed: false });
    const page = await browserOf(HR);
    await search(page, person.name);
    await expect(page).toHaveURL(/\/people\?q=/);
    await expect(rowOf(page, person.name)).toContainText('Due for confirmation');

    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Employment', { exact: true }).selectOption('Confirmed');
    await expect(page).toHaveURL(/confirmed=true/);
    await expect(page.getByRole('heading', { name: 'No matching employees' })).toBeVisible();

    await page.reload();
    await expect(page.getByLabel('Employment', { exact: true })).toHaveValue('true');
    await expect(page.getByRole('heading', { name: 'No matching employees' })).toBeVisible();
  });

  test('gives a file of whom the filters let through', async ({ browserOf }) => {
    const person = await newcomer({ confirmed: true });
    const page = await browserOf(HR);
    await search(page, person.name);
    await expect(rowOf(page, person.name)).toContainText('Confirmed on');
    const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
    const table = await (await as(HR)).source(href ?? '');
    expect(table.trim().split('\n')).toHaveLength(2);
    expect(table).toContain(person.email);
  });

  test('comes in the order that is asked for, and so does its file', async ({ browserOf }) => {
    await newcomer({ confirmed: false });
    const page = await browserOf(HR);
    await visit(page, '/people');
    await page.getByRole('columnheader', { name: 'Start date' }).getByRole('link').click();
    await expect(page).toHaveURL(/sort=started/);
    const file = page.getByRole('link', { name: 'CSV' });
    await expect(file).toHaveAttribute('href', /sort=started/);
    const table = await (await as(HR)).source((await file.getAttribute('href')) ?? '');
    const starts = table.match(/,\d{4}-\d\d-\d\d(?=,[^,]*,(true|false),(true|false)$)/gm) ?? [];
    expect(starts.length).toBeGreaterThan(10);
    expect(starts).toEqual(starts.toSorted());
    const first = table.split('\n')[1].split(',')[1];
    await expect(page.getByRole('rowheader').first()).toContainText(first);
  });

  test('is not for employees', async ({ browserOf, watch }) => {
    watch.expect(/status of 403/);
    const page = await browserOf(NEW_EMPLOYEE);
    await page.goto('/people');
    await expect(page.getByText('You don’t have access to this page')).toBeVisible();
  });
});

test.describe('a person', () => {
  test('is added with a password that is shown once', async ({ browserOf, visitor }) => {
    const tag = randomUUID().slice(0, 8);
    const email = `added.${tag}@amanah.example`;
    const page = await browserOf(HR);
    await visit(page, '/people/new');
    await page.getByLabel('Name', { exact: true }).fill(`Added ${tag}`);
    await page.getByLabel('Staff number').fill(`ADD-${tag}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Start date').fill('2026-03-01');
    await page.getByRole('button', { name: 'Add employee' }).click();
    await expect(page.getByText(`Added ${tag} added`)).toBeVisible();
    const password = await page.getByLabel('Temporary password').inputValue();
    expect(password.length).toBeGreaterThan(10);

    const door = await visitor();
    await door.goto('/login');
    await door.getByLabel('Email').fill(email);
    await door.getByLabel('Password', { exact: true }).fill(password);
    await door.getByRole('button', { name: 'Sign in' }).click();
    await expect(door.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();

    await page.getByRole('link', { name: 'View employee' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Added ${tag}` })).toBeVisible();
    await expect(page.getByText(password)).toHaveCount(0);
  });

  test('a date is displayed in the format of the page once it is entered', async ({ browserOf }) => {
    const page = await browserOf(HR);
    await visit(page, '/people/new');
    const date = page.getByLabel('Start date');
    const shown = () => date.evaluate((it) => getComputedStyle(it, '::before').content);
    await date.fill('2026-03-01');
    expect(await shown()).toBe('none');
    await page.getByLabel('Staff number').focus();
    expect(await shown()).toBe('"1 Mar 2026"');
    await expect(date).toHaveValue('2026-03-01');
  });

  test('a refused form names the field and keeps what was typed', async ({ browserOf, watch }) => {
    watch.expect(/status of 400/);
    const page = await browserOf(HR);
    await visit(page, '/people/new');
    await page.getByLabel('Name', { exact: true }).fill('Somebody Else');
    await page.getByLabel('Staff number').fill(`ADD-${randomUUID().slice(0, 8)}`);
    await page.getByLabel('Email').fill(HR.email);
    await page.getByLabel('Start date').fill('2026-03-01');
    await page.getByLabel('Line manager').fill('nobody at all');
    await page.getByRole('button', { name: 'Add employee' }).click();
    await expect(page.getByRole('alert')).toContainText('No employee has this name');
    await expect(page.getByLabel('Line manager')).toHaveAttribute('aria-invalid', 'true');

    await page.getByLabel('Line manager').fill('');
    await page.getByRole('button', { name: 'Add employee' }).click();
    await expect(page.getByRole('alert')).toContainText('This email address is already in use.');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Somebody Else');
    await expectAccessible(page, 'the refused form of a new person');
  });

  test('shows who would review, and can be changed', async ({ browserOf }) => {
    const person = await newcomer({ confirmed: false });
    const page = await browserOf(HR);
    await visit(page, `/people/${person.id}`);
    const reviewers = page.getByRole('region', { name: 'Approval chain' });
    await expect(reviewers).toContainText(LINE_MANAGER.name);
    await expect(reviewers).toContainText(MANAGING_DIRECTOR.name);
    await expect(page.getByRole('link', { name: 'Past appraisals' })).toBeVisible();

    await page.getByLabel('Job title').fill('Senior accountant');
    await page.getByLabel('Confirmation date').fill('2026-11-01');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(page.getByText('Confirmed on 1 Nov 2026')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Profile' })).toContainText('Senior accountant');
  });

  test('comes back as it was typed, beside what others have changed since', async ({
    browserOf,
  }) => {
    const person = await newcomer({ confirmed: false });
    const page = await browserOf(HR);
    const context = page.context();
    await visit(page, `/people/${person.id}`);
    await page.getByLabel('Job title').fill('Head of the archive');
    await page.close();
    const name = `Renamed ${person.name}`;
    await (await as(HR)).patch(`/api/staff/${person.id}`, { name });

    const again = await context.newPage();
    await visit(again, `/people/${person.id}`);
    await expect(again.getByText('Draft restored.')).toBeVisible();
    await expect(again.getByLabel('Job title')).toHaveValue('Head of the archive');
    await expect(again.getByLabel('Name', { exact: true })).toHaveValue(name);
    const another = await newcomer({ confirmed: false });
    await visit(again, `/people/${another.id}`);
    await expect(again.getByLabel('Name', { exact: true })).toHaveValue(another.name);
    await expect(again.getByText('Draft restored.')).toBeHidden();

    await visit(again, `/people/${person.id}`);
    await again.getByRole('button', { name: 'Save' }).click();
    const profile = again.getByRole('region', { name: 'Profile' });
    await expect(profile).toContainText('Head of the archive');
    await visit(again, `/people/${person.id}`);
    await expect(again.getByLabel('Job title')).toHaveValue('Head of the archive');
    await expect(again.getByText('Draft restored.')).toBeHidden();
  });

  test('a block ends the session, and lets nobody be appraised', async ({ browserOf }) => {
    const person = await newcomer({ confirmed: false });
    const page = await browserOf(HR);
    await visit(page, `/people/${person.id}`);
    await expect(page.getByRole('link', { name: 'Start appraisal', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Disable access' }).click();
    const question = page.getByRole('dialog', { name: `Disable access for ${person.name}?` });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Disable access' }).click();
    await question.getByRole('button', { name: 'Disable access' }).click();
    await expect(page.getByText('Disabled employees can’t be appraised.')).toBeVisible();
    const blocked = await (await as(HR)).get<Staff>(`/api/staff/${person.id}`);
    expect(blocked.isBlocked).toBe(true);
    await page.getByRole('button', { name: 'Restore access' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore access' }).click();
    await expect(page.getByRole('link', { name: 'Start appraisal', exact: true })).toBeVisible();
  });

  test('the administrator resets a password and sees it once', async ({ browserOf }) => {
    const person = await newcomer({ confirmed: false });
    const page = await browserOf(ADMINISTRATOR);
    await visit(page, `/people/${person.id}`);
    await page.getByRole('button', { name: 'Reset password' }).click();
    const question = page.getByRole('dialog', { name: `Reset ${person.name}’s password?` });
    await question.getByRole('button', { name: 'Reset password' }).click();
    const password = page.getByLabel('Temporary password');
    await expect(password).toBeVisible();
    const shown = await password.inputValue();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
    expect(await page.content()).not.toContain(shown);
  });
});

test.describe('probation', () => {
  test('those who are due are chosen and their initiation is prepared', async ({ browserOf }) => {
    const person = await newcomer({ confirmed: false });
    const page = await browserOf(HR);
    await visit(page, '/probation?due=true');
    const row = rowOf(page, person.name);
    await expect(row).toContainText('overdue');
    await expect(row).toContainText('Not started');
    await page.getByRole('checkbox', { name: `Select ${person.name}` }).check();
    await page.getByRole('button', { name: 'Start selected appraisals' }).click();
    await expect(page).toHaveURL(/\/appraisals\/new/);
    await expect(page.getByRole('button', { name: `Remove ${person.name}` })).toBeVisible();
    await expect(page.getByLabel('Review type')).toHaveValue('probationary');
  });

  test('the home page leads to those who are due within thirty days', async ({ browserOf }) => {
    const page = await browserOf(HR);
    await visit(page, '/');
    const figure = page.getByRole('link', { name: /^Probation ending within 30 days/ });
    const count = Number(await figure.locator('strong').textContent());
    await figure.click();
    await expect(page).toHaveURL(/\/probation\?dueWithin=30$/);
    await expect(page.getByRole('link', { name: /Due within 30 days/ })).toBeVisible();
    const csv = page.getByRole('link', { name: 'Export CSV' });
    await expect(csv).toHaveAttribute('href', /due=true&dueWithin=30/);
    const due = '/api/staff/probation?dueWithin=30';
    const { pagination } = await (await as(HR)).get<{ pagination: { total: number } }>(due);
    expect(pagination.total).toBe(count);
    await expect(page.getByRole('rowheader')).toHaveCount(Math.min(count, 100));
  });

  test('whoever has an appraisal shows where it stands', async ({ browserOf }) => {
    const detail = await appraisalAt('pending_lm', {
      reviewType: 'probationary',
      isManagerRole: false,
    });
    const person = await (await as(HR)).get<Staff>(`/api/staff/${detail.staffId}`);
    const page = await browserOf(HR);
    await visit(page, '/probation?due=true');
    const row = rowOf(page, person.name);
    await expect(row.getByRole('checkbox')).toBeDisabled();
    await row.getByRole('link', { name: 'Line manager' }).click();
    await expect(page).toHaveURL(new RegExp(`/appraisals/${detail.id}$`));
  });
});

test.describe('overview', () => {
  test('an appraisal with a blocked subject is named among the stuck', async ({ browserOf }) => {
    const detail = await appraisalAt('pending_self');
    const hr = await as(HR);
    const person = await hr.patch<Staff>(`/api/staff/${detail.staffId}`, { isBlocked: true });
    const page = await browserOf(HR);
    await visit(page, '/appraisals/stuck?blocked=true');
    await expect(rowOf(page, person.name)).toContainText('Employee disabled');
  });

  test('the figures of a period are drawn, told and given as a file', async ({ browserOf }) => {
    const page = await browserOf(HR);
    await visit(page, '/analytics');
    await expect(page.getByRole('img', { name: /^Share of each band, by dep/ })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Scores by line manager' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Turnaround by stage' })).toBeVisible();
    const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
    expect(await (await as(HR)).source(href ?? '')).toMatch(/^\uFEFFfigure,/);
    await page.getByLabel('From', { exact: true }).fill('2001-01-01');
    await page.getByLabel('To', { exact: true }).fill('2001-12-31');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('heading', { name: 'No appraisals finalized' })).toBeVisible();
  });

  test('a figure opens the appraisals that it counts', async ({ browserOf }) => {
    const page = await browserOf(HR);
    await visit(page, '/analytics');
    const departments = page.getByRole('table', { name: 'Scores by department' });
    const figure = departments.getByRole('link', { name: /^Finalized, / }).first();
    const count = Number(await figure.textContent());
    await figure.click();
    const rows = page.getByRole('table', { name: 'Finalized appraisals' }).getByRole('row');
    await expect(rows).toHaveCount(count + 1);
    await rows.nth(1).getByRole('link').click();
    await expect(page.getByRole('list', { name: 'Approval chain' })).toBeVisible();
  });
});

test.describe('an import', () => {
  const header = 'staffNumber,name,email,employmentStartDate';
  const line = (tag: string) => `IMP-${tag},Imported ${tag},imported.${tag}@amanah.example,2026-03-01`;

  async function choose(page: Page, text: string): Promise<void> {
    const file = { name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await visit(page, '/people/import');
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  test('names the bad line, writes nothing, and takes the corrected file', async ({
    browserOf,
  }) => {
    const [one, two] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)];
    const good = [header, line(one), line(two)].join('\n');
    const page = await browserOf(HR);
    await choose(page, good.replace(`imported.${two}@amanah.example`, 'nobody'));
    await expect(page.getByText('Errors: 1')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Enter an email address' })).toContainText('3');
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);

    await choose(page, good);
    await expect(page.getByText('Employees ready to import: 2')).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Employees imported: 2')).toBeVisible();
    await search(page, one);
    await expect(rowOf(page, `Imported ${one}`)).toBeVisible();
  });

  test('asks for a column that no heading names, and names those left out', async ({
    browserOf,
  }) => {
    const text = [header.replace('email', 'Contact'), line(randomUUID().slice(0, 8))].join('\n');
    const page = await browserOf(HR);
    await choose(page, text);
    await expect(page.getByText('Match these required columns')).toBeVisible();
    await expect(page.getByText('These columns will not be imported')).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel('Email', { exact: true }).selectOption('Contact');
    await page.getByRole('button', { name: 'Validate' }).click();
    await expect(page).toHaveURL(/[?&]email=2(&|$)/);
    await expect(page.getByText('Employees ready to import: 1')).toBeVisible();
    await expect(page.getByText('These columns will not be imported')).toHaveCount(0);
  });
});

test.describe('departments, roles and the organization', () => {
  test('a department is added and given another supervisor', async ({ browserOf }) => {
    const name = `Department ${randomUUID().slice(0, 8)}`;
    const page = await browserOf(HR);
    await visit(page, '/departments');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(rowOf(page, name)).toContainText('None');

    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name: `Edit ${name}` })).toBeVisible();
    await page.getByLabel('Department head').fill(LINE_MANAGER.email);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(rowOf(page, name)).toContainText(LINE_MANAGER.name);
  });

  test('a role is added and allowed something', async ({ browserOf }) => {
    const name = `Reader ${randomUUID().slice(0, 8)}`;
    const page = await browserOf(ADMINISTRATOR);
    await visit(page, '/roles');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('View audit log').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(rowOf(page, name)).toContainText('View audit log');
  });

  test('a time zone that does not exist is refused at its field', async ({ browserOf, watch }) => {
    watch.expect(/status of 400/);
    const page = await browserOf(ADMINISTRATOR);
    await visit(page, '/organization');
    await page.getByLabel('Time zone').fill('Nowhere/Land');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('Enter a time zone name');
    await expect(page.getByLabel('Time zone')).toHaveAttribute('aria-invalid', 'true');
  });
});

/** The secret of a webhook, which is displayed once. */
function secretOf(page: Page) {
  return page.getByRole('textbox', { name: /^Signing secret/ });
}

test('a webhook is created, changed, paused, resumed, given a new secret and deleted', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/status of 400/);
  const created = `https://erp.example/${randomUUID()}`;
  const url = `https://erp.example/${randomUUID()}`;
  const page = await browserOf(ADMINISTRATOR);
  await visit(page, '/webhooks');
  await page.getByLabel('Webhook URL').fill('https://127.0.0.1/');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByRole('alert')).toContainText('not on the public internet');
  await page.getByLabel('Webhook URL').fill(created);
  await page.getByLabel('Leave approved').check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const first = secret(await secretOf(page).inputValue());
  expect(first).toMatch(/^whsec_/);
  await expect(rowOf(page, created)).toContainText('Active');

  await page.getByRole('link', { name: created }).click();
  await expect(page.getByLabel('Webhook URL')).toHaveValue(created);
  await expect(page.getByLabel('Leave approved')).toBeChecked();
  await page.getByLabel('Webhook URL').fill(url);
  await page.getByLabel('Leave rejected').check();
  await page.getByRole('button', { name: 'Save' }).click();
  const row = rowOf(page, url);
  await expect(row).toContainText('Leave rejected');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Create webhook' })).toBeVisible();

  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(row).toContainText('Paused');
  await expect(secretOf(page)).toHaveCount(0);
  await row.getByRole('button', { name: 'Resume' }).click();
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const second = secret(await secretOf(page).inputValue());
  expect(second).not.toBe(first);
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(url)).toHaveCount(0);
});

test('the audit log names who changed which field, and never the value', async ({ browserOf }) => {
  const person = await newcomer({ confirmed: false });
  const marker = `Marker ${randomUUID()}`;
  await (await as(HR)).patch(`/api/staff/${person.id}`, { jobTitle: marker });
  const page = await browserOf(HR);
  await visit(page, `/audit?entityId=${person.id}&category=staff_management`);
  const row = rowOf(page, 'Employee changed');
  await expect(row).toContainText(HR.name);
  await expect(row).toContainText('Job title');
  expect(await page.content()).not.toContain(marker);
  await row.getByRole('link', { name: HR.name }).click();
  await expect(page).toHaveURL(/actorId=/);
});

test.describe('without JavaScript', () => {
  test('a person can be found, changed and blocked', async ({ browserOf }) => {
    const person = await newcomer({ confirmed: false });
    const page = await browserOf(HR, { javaScriptEnabled: false });
    await page.goto('/people');
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(person.name);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('link', { name: person.name }).click();
    await page.getByLabel('Job title').fill('Senior accountant');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'Profile' })).toContainText('Senior accountant');
    await page.getByRole('button', { name: 'Disable access' }).click();
    await expect(page.getByRole('button', { name: 'Restore access' })).toBeVisible();
  });
});
