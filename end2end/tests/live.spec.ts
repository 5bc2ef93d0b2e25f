// Badges, bell and lists follow what others do, without a reload.
import { actAt, advance, appraisalAt, as, personOf } from './support/api';
import { expect, test, visit } from './support/test';

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
  await expect(page.getByRole('list', { name: 'Desks' })).toBeVisible();
  await expect.poll(unread).toBe(before - 1);

  await visit(page, '/notifications');
  const all = page.getByRole('main').getByRole('button', { name: 'Mark all read' });
  if (before > 1) {
    await all.click();
  }
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(all).toBeDisabled();
  expect(await unread()).toBe(0);
});
