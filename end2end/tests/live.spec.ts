// Badges, notifications and lists are updated after actions of other users, without a reload.
import type { Request } from '@playwright/test';
import { Api, actAt, advance, appraisalAt, as, monday, newcomer, personOf } from './support/api';
import { LINE_MANAGER, colleague } from './support/demo_accounts';
import { comeBack, expect, signInAgain, test, visit } from './support/test';

test('the badges, the bell and the queue move when others act', async ({ browserOf }) => {
  const detail = await appraisalAt('pending_self');
  const manager = await personOf(detail.lineManagerStaffId);
  const subject = await personOf(detail.staffId);
  const api = await as(manager);
  const counts = async () => ({
    pending: (await api.get<{ count: number }>('/api/staff/appraisals/pending-count')).count,
    unread: (await api.get<{ count: number }>('/api/notifications/unread-count')).count,
  });
  const before = await counts();

  const page = await browserOf(manager);
  await visit(page, '/appraisals?scope=queue');
  await page.evaluate(() => {
    document.title = 'never loaded again';
  });
  const areas = page.getByRole('navigation', { name: 'Areas' });
  const badge = areas.getByRole('link', { name: /^Appraisals/ });
  const queued = page.getByRole('rowheader').getByRole('link', { name: subject.name });
  await expect(queued).toHaveCount(0);

  const reviewed = await actAt(detail);
  await expect(badge).toHaveAccessibleName(new RegExp(`${before.pending + 1}$`));
  await expect(
    page.getByRole('button', { name: `Notifications, ${before.unread + 1} unread` }),
  ).toBeVisible();
  await expect(queued).toBeVisible();
  await page.getByRole('button', { name: /^Notifications,/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(subject.name);
  await page.keyboard.press('Escape');

  await advance(reviewed, 'pending_dept_head');
  await expect(queued).toHaveCount(0);
  const left = before.pending === 0 ? /^Appraisals$/ : new RegExp(`${before.pending}$`);
  await expect(badge).toHaveAccessibleName(left);
  await expect(page).toHaveTitle('never loaded again');
});

test('reading a notification takes it off the bell', async ({ browserOf }) => {
  const detail = await appraisalAt('pending_lm');
  const manager = await personOf(detail.lineManagerStaffId);
  const api = await as(manager);
  const unread = async () =>
    (await api.get<{ count: number }>('/api/notifications/unread-count')).count;
  await expect.poll(unread).toBeGreaterThan(0);
  const before = await unread();

  const page = await browserOf(manager);
  await visit(page, '/notifications?unread=true');
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  await expect(page.getByRole('list', { name: 'Approval chain' })).toBeVisible();
  await expect.poll(unread).toBe(before - 1);

  await visit(page, '/notifications');
  const all = page.getByRole('main').getByRole('button', { name: 'Mark all as read' });
  if (before > 1) {
    await all.click();
  }
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(all).toBeDisabled();
  expect(await unread()).toBe(0);
});

test('after a new sign-in a page shows what it missed and what comes', async ({
  browserOf,
  watch,
}) => {
  test.setTimeout(120_000);
  watch.expect(/status of 401/);
  const staff = await newcomer({ confirmed: true });
  const person = colleague(staff.name, staff.email);
  const page = await browserOf(person);
  await visit(page, '/notifications');
  await page.evaluate(() => {
    document.title = 'never loaded again';
  });
  const authorization = `Bearer ${(await as(person)).token}`;
  const left = await page.request.post('/api/auth/logout', { headers: { authorization } });
  expect(left.ok()).toBe(true);
  await expect(page.getByText('Your session has ended')).toBeVisible({ timeout: 30_000 });

  const api = await Api.signIn(person);
  const manager = await as(LINE_MANAGER);
  const haveApproved = async (first: string, comment: string) => {
    const request = { type: 'casual', startDate: first, endDate: first, reason: comment };
    const { id } = await api.post<{ id: string }>('/api/leave/requests', request);
    await manager.post(`/api/leave/requests/${id}/approve`, { comment });
  };
  const entries = page.getByRole('main').getByRole('link', { name: /Your leave was approved/ });
  await haveApproved(monday(7), 'missed');
  await signInAgain(page, person);
  await comeBack(page);
  await expect(entries).toHaveCount(1);
  await expect(page.getByText('Your session has ended')).toBeHidden();
  await haveApproved(monday(8), 'coming');
  await expect(entries).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
  await expect(page).toHaveTitle('never loaded again');
});

test('a page in the background holds no connection, and shows what it missed when it is seen', async ({
  browserOf,
}) => {
  const person = await newcomer({ confirmed: true });
  const page = await browserOf(colleague(person.name, person.email));
  const isStream = (request: Request) => request.url().endsWith('/api/notifications/stream');
  const opened = page.waitForRequest(isStream);
  await visit(page, '/notifications');
  await opened;

  const turn = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, hidden);
  const closed = page.waitForEvent('requestfailed', isStream);
  await turn(true);
  await closed;

  const api = await as(colleague(person.name, person.email));
  const manager = await as(LINE_MANAGER);
  const day = monday(9);
  const asked = { type: 'casual', startDate: day, endDate: day, reason: 'in the background' };
  const { id } = await api.post<{ id: string }>('/api/leave/requests', asked);
  await manager.post(`/api/leave/requests/${id}/approve`, { comment: null });

  const again = page.waitForRequest(isStream);
  await turn(false);
  await again;
  await expect(
    page.getByRole('main').getByRole('link', { name: /Your leave was approved/ }),
  ).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
});

test('a service that is too busy for the stream has not ended the session', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/status of 503/);
  const person = await newcomer({ confirmed: true });
  const page = await browserOf(colleague(person.name, person.email));
  for (const busy of ['**/api/notifications/stream', '**/api/ui/notification/counts']) {
    await page.route(busy, (route) => route.fulfill({ status: 503, body: '{}' }));
  }
  const asked = page.waitForResponse('**/api/ui/notification/counts');
  await visit(page, '/notifications');
  await asked;
  await page.unrouteAll();
  await comeBack(page);
  await expect(page.getByText('Your session has ended')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
});
