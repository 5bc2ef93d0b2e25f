// All pages, checked by axe, light and dark, on a desktop and on a phone; these tests change
// nothing.
import type { Page } from '@playwright/test';
import {
  allAppraisals,
  allStaff,
  as,
  day,
  initiationOf,
  newcomer,
  personOf,
  type Detail,
  type Status,
} from './support/api';
import {
  ADMINISTRATOR,
  HR,
  MANAGING_DIRECTOR,
  NEW_EMPLOYEE,
  atStage,
  type Person,
} from './support/demo_accounts';
import { bar } from './support/stages';
import { expectAccessible, expectNoOverflow, expectSoundPage, NARROW } from './support/page_checks';
import { expect, test, visit } from './support/test';

const TERMS = 'asset_cost=120000&rate=6&term_periods=12&periods_per_year=12&product=ijarah';

test.describe.configure({ mode: 'parallel', timeout: 120_000 });

test.describe('outside of the workspace', () => {
  test('the sign-in page is sound', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expectSoundPage(page, 'login');
  });

  test('a refused sign-in is sound, says what to do and keeps the address', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/login');
    await page.getByLabel('Email').fill('nobody@amanah.example');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Incorrect email or password');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue('nobody@amanah.example');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await expectSoundPage(page, 'login-refused');
  });

  test('a password can be read while it is typed', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/portal/login');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('quiet harbour');
    const show = page.getByRole('button', { name: 'Show password' });
    await show.click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(show).toHaveAttribute('aria-pressed', 'true');
    await expect(password).toHaveValue('quiet harbour');
    await show.click();
    await expect(password).toHaveAttribute('type', 'password');
  });

  test('the password page is sound', async ({ browserOf }) => {
    const page = await browserOf(NEW_EMPLOYEE);
    await page.goto('/password');
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await expectSoundPage(page, 'password');
  });

  test('a page that is not there says so, inside the workspace and outside', async ({
    browserOf,
    visitor,
    watch,
  }) => {
    watch.expect(/status of 404/);
    const page = await browserOf(NEW_EMPLOYEE);
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expectSoundPage(page, 'not-found');

    const outside = await visitor();
    await outside.goto('/no/such/page');
    await expectSoundPage(outside, 'not-found-signed-out');
  });

  test('a page that is not for the reader says so', async ({ browserOf, watch }) => {
    watch.expect(/status of 403/);
    const page = await browserOf(NEW_EMPLOYEE);
    const answer = await page.goto('/appraisals/new');
    expect(answer?.status()).toBe(403);
    const refusal = page.getByRole('heading', { name: 'You don’t have access to this page' });
    await expect(refusal).toBeVisible();
    await expectSoundPage(page, 'forbidden');
  });
});

test('the home page of a cashier leads to the overdue facilities that it counts', async ({
  browserOf,
}) => {
  const page = await browserOf(atStage('Cashier'));
  await visit(page, '/');
  const figures = page.getByRole('region', { name: 'Figures' });
  const overdue = figures.getByRole('link', { name: /^Past due/ });
  const count = Number((await overdue.textContent())?.replace(/\D/g, ''));
  await overdue.click();
  await expect(page).toHaveURL(/status=overdue/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(count + 1);
});

test.describe('home, lists, notifications and settings', () => {
  const pages: [string, Person, string][] = [
    ['home-hr', HR, '/'],
    ['home-employee', NEW_EMPLOYEE, '/'],
    ['home-cashier', atStage('Cashier'), '/'],
    ['home-finance', atStage('Department head'), '/'],
    ['home-director', MANAGING_DIRECTOR, '/'],
    ['queue', HR, '/appraisals?scope=queue'],
    ['queue-empty', NEW_EMPLOYEE, '/appraisals?scope=queue'],
    ['mine', HR, '/appraisals?scope=mine'],
    ['mine-empty', NEW_EMPLOYEE, '/appraisals?scope=mine'],
    ['all', HR, '/appraisals?scope=all'],
    ['all-last-page', HR, '/appraisals?scope=all&page=2'],
    ['all-no-match', HR, '/appraisals?scope=all&q=nobody%20at%20all'],
    ['leave', HR, '/leave'],
    ['leave-manage', HR, '/leave/manage'],
    ['leave-manage-search', HR, '/leave/manage?q=a'],
    ['leave-manage-year-end', HR, `/leave/manage?close=${day(0).slice(0, 4)}`],
    ['leave-team', HR, '/leave/team?show=all'],
    ['leave-team-empty', NEW_EMPLOYEE, '/leave/team'],
    ['notifications', HR, '/notifications'],
    ['notifications-empty', NEW_EMPLOYEE, '/notifications?unread=true'],
    ['search', HR, '/search?q=a'],
    ['search-nothing', HR, '/search?q=nobody%20at%20all'],
    ['guide', HR, '/guide'],
    ['guide-permissions', HR, '/guide/permissions'],
    ['guide-member-of-staff', NEW_EMPLOYEE, '/guide/member-of-staff'],
    ['security', HR, '/security'],
    ['settings-templates', HR, '/settings/templates'],
    ['settings-templates-archived', HR, '/settings/templates?archived=true'],
    ['settings-template-new', HR, '/settings/templates/new'],
    ['settings-catalog', HR, '/settings/catalogs'],
    ['settings-catalog-plain', HR, '/settings/catalogs?kind=competency'],
    ['settings-departments', HR, '/settings/departments'],
  ];
  for (const [name, person, path] of pages) {
    test(`${name} is sound`, async ({ browserOf }) => {
      const page = await browserOf(person);
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSoundPage(page, name);
    });
  }

  test('the panel of notifications and the menu of the person are sound', async ({ browserOf }) => {
    const page = await browserOf(HR);
    await visit(page, '/');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('link', { name: 'All notifications' })).toBeVisible();
    await expectSoundPage(page, 'panel');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'settings and sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
    await expectSoundPage(page, 'person-menu');
  });

  test('a hundred unread notifications stay in their button', async ({ browserOf }) => {
    const page = await browserOf(HR);
    await visit(page, '/');
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: /^Notifications/ }).evaluate((bell) => {
      bell.querySelector('.button-dot')?.remove();
      const dot = bell.appendChild(document.createElement('span'));
      dot.className = 'count count-strong button-dot';
      dot.textContent = '100';
    });
    await expectNoOverflow(page, 'a hundred unread notifications');
  });

  test('the history of a person is sound', async ({ browserOf }) => {
    const [finalized] = await allAppraisals('finalized');
    const page = await browserOf(HR);
    await visit(page, `/people/${finalized.staffId}/appraisals`);
    await expect(page.getByRole('img', { name: 'Overall score over time' })).toBeVisible();
    await expectSoundPage(page, 'history');
    const newcomer = (await allStaff()).find((staff) => staff.email === NEW_EMPLOYEE.email);
    await visit(page, `/people/${newcomer?.id}/appraisals`);
    await expectSoundPage(page, 'history-empty');
  });
});

test.describe('people and overviews', () => {
  const pages: [string, Person, string][] = [
    ['people', HR, '/people'],
    ['people-no-match', HR, '/people?q=nobody%20at%20all'],
    ['people-new', HR, '/people/new'],
    ['people-import', HR, '/people/import'],
    ['departments', HR, '/departments'],
    ['probation', HR, '/probation'],
    ['stuck', HR, '/appraisals/stuck'],
    ['analytics', HR, '/analytics'],
    ['analytics-appraisals', HR, '/analytics/appraisals'],
    ['analytics-empty', HR, '/analytics?from=2001-01-01&to=2001-12-31'],
    ['audit', HR, '/audit'],
    ['roles', ADMINISTRATOR, '/roles'],
    ['role-hr', ADMINISTRATOR, '/roles?edit=hr'],
    ['organization', ADMINISTRATOR, '/organization'],
    ['credit-disclosure-sheet', ADMINISTRATOR, `/credit/simulate/sheet?${TERMS}`],
    ['jobs', ADMINISTRATOR, '/jobs'],
    ['api-tokens', ADMINISTRATOR, '/api-tokens'],
    ['webhooks', ADMINISTRATOR, '/webhooks'],
  ];
  for (const [name, person, path] of pages) {
    test(`${name} is sound`, async ({ browserOf }) => {
      const page = await browserOf(person);
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSoundPage(page, name);
    });
  }

  test('the page of a person is sound for an administrator and for a viewer', async ({
    browserOf,
  }) => {
    const staff = (await allStaff()).find((person) => person.email === NEW_EMPLOYEE.email);
    for (const [name, reader] of [['admin', ADMINISTRATOR], ['md', MANAGING_DIRECTOR]] as const) {
      const page = await browserOf(reader);
      await visit(page, `/people/${staff?.id}`);
      await expect(page.getByRole('region', { name: 'Approval chain' })).toBeVisible();
      await expectSoundPage(page, `person-${name}`);
    }
  });
});

test.describe('starting appraisals', () => {
  test('choosing people is sound', async ({ browserOf }) => {
    const page = await browserOf(HR);
    await visit(page, '/appraisals/new');
    await page.getByRole('searchbox', { name: 'Employees' }).fill('a');
    await expect(page.getByRole('button', { name: /^Select all/ })).toBeVisible();
    await expectSoundPage(page, 'new');
  });

  test('the list of those who can be started and those who cannot is sound', async ({ browserOf }) => {
    const staff = await allStaff();
    const blocked = staff.find((person) => person.isBlocked);
    const appraisals = await allAppraisals('pending_self');
    const open = appraisals.find(({ staffId }) => staffId !== blocked?.id);
    const free = staff.find((person) => person.email === NEW_EMPLOYEE.email);
    const people = [free?.id, open?.staffId, blocked?.id].join(',');
    const page = await browserOf(HR);
    await visit(page, `/appraisals/new?people=${people}&reviewType=probationary`);
    await expect(page.getByRole('heading', { name: '1 ready' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '2 can’t be started' })).toBeVisible();
    await expectSoundPage(page, 'new-ready');
  });

  test('a period that ends before it begins is said at the top and at the field', async ({
    browserOf,
    watch,
  }) => {
    watch.expect(/status of 400/);
    const staff = await newcomer({ confirmed: false });
    const page = await browserOf(HR);
    await visit(page, `/appraisals/new?people=${staff.id}`);
    await page.getByLabel(`Review period start: ${staff.name}`).fill(day(0));
    await page.getByLabel(`Review period end: ${staff.name}`).fill(day(-30));
    await page.getByRole('button', { name: 'Start 1 appraisal' }).click();
    const question = page.getByRole('dialog', { name: 'Start the selected appraisals?' });
    await question.getByRole('button', { name: 'Start appraisals' }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expectSoundPage(page, 'new-refused');
  });

  test('the results of a batch are sound', async ({ browserOf }) => {
    const staff = [await newcomer({ confirmed: false }), await newcomer({ confirmed: false })];
    const page = await browserOf(HR);
    await visit(page, `/appraisals/new?people=${staff.map(({ id }) => id).join(',')}`);
    const hr = await as(HR);
    const terms = { reviewType: 'annual', isManagerRole: false } as const;
    await hr.post('/api/staff/appraisals', initiationOf(staff[0].id, terms));
    await page.getByRole('button', { name: 'Start 2 appraisals' }).click();
    const question = page.getByRole('dialog', { name: 'Start the selected appraisals?' });
    await question.getByRole('button', { name: 'Start appraisals' }).click();
    const progress = page.getByRole('status').filter({ hasText: '1 of 2 started' });
    await expect(progress).toContainText('1 could not be started');
    await expectSoundPage(page, 'batch');
    await visit(page, '/appraisals/new');
    await expect(page.getByRole('heading', { name: 'Recently started' })).toBeVisible();
    await expectSoundPage(page, 'new-recent');
  });
});

test.describe('the form', () => {
  /** The user who opens a form of the demo in a status. */
  type Reader = (detail: Detail) => Promise<Person>;
  const subject: Reader = (detail) => personOf(detail.staffId);
  const manager: Reader = (detail) => personOf(detail.lineManagerStaffId);
  const head: Reader = (detail) => personOf(detail.departmentHeadStaffId ?? '');
  const director: Reader = async () => MANAGING_DIRECTOR;
  const humanResources: Reader = async () => HR;
  const views: [Status, string, Reader][] = [
    ['pending_self', 'subject', subject],
    ['pending_self', 'line-manager', manager],
    ['pending_self', 'hr', humanResources],
    ['pending_lm', 'line-manager', manager],
    ['pending_lm', 'subject', subject],
    ['pending_dept_head', 'department-head', head],
    ['pending_dept_head', 'subject', subject],
    ['pending_md', 'managing-director', director],
    ['pending_hr', 'hr', humanResources],
    ['finalized', 'subject', subject],
    ['finalized', 'hr', humanResources],
  ];

  for (const [status, reader, who] of views) {
    test(`${status} is sound for ${reader}`, async ({ browserOf }) => {
      const detail = await someAppraisal(status);
      const page = await browserOf(await who(detail));
      await visit(page, `/appraisals/${detail.id}`);
      await expect(page.getByRole('list', { name: 'Approval chain' })).toBeVisible();
      await expectSoundPage(page, `form-${status}-${reader}`);
    });
  }

  test('what opens on the form is sound', async ({ browserOf }) => {
    const detail = await someAppraisal('pending_lm');
    const page = await browserOf(await manager(detail));
    await visit(page, `/appraisals/${detail.id}`);
    await page.getByRole('button', { name: /to complete$/ }).click();
    await expect(page.getByRole('dialog', { name: 'Complete before submitting' })).toBeVisible();
    await expectAccessible(page, 'the list of what is missing');
    await page.keyboard.press('Escape');
    await openExplanation(page);
    await expectSoundPage(page, 'form-explanation');
  });

  test('the questions before an act are sound', async ({ browserOf }) => {
    const detail = await someAppraisal('pending_hr');
    const page = await browserOf(HR);
    await visit(page, `/appraisals/${detail.id}`);
    await page.getByRole('button', { name: /^Finalize/ }).click();
    await expect(page.getByRole('dialog', { name: /^Finalize/ })).toBeVisible();
    await expectSoundPage(page, 'form-finalize-dialog');
  });
});

/**
 * An appraisal of the demo in a status, of a person outside HR; with a department head unless it
 * is at its first stage.
 */
async function someAppraisal(status: Status): Promise<Detail> {
  const hr = await as(HR);
  for (const summary of await allAppraisals(status)) {
    const detail = await hr.detail(summary.id);
    const reader = await personOf(detail.staffId);
    const hasHead = detail.departmentHeadStaffId !== null || status === 'pending_self';
    if (hasHead && reader.email !== HR.email) {
      return detail;
    }
  }
  throw new Error(`The demo has no such appraisal in ${status}.`);
}

async function openExplanation(page: Page): Promise<void> {
  await bar(page).getByText(/^Provisional/).click();
  await expect(page.getByRole('region', { name: 'Score breakdown' })).toBeVisible();
}
