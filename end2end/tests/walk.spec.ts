// A probationary appraisal from its start to the confirmed employee, on the pages and with the API.
import type { Page } from '@playwright/test';
import {
  actAt,
  allAppraisals,
  allStaff,
  as,
  initiationOf,
  newcomer,
  type Detail,
  type Terms,
} from './support/api';
import {
  DEPARTMENT_HEAD,
  HR,
  LINE_MANAGER,
  MANAGING_DIRECTOR,
  NEW_EMPLOYEE,
  NEW_MANAGER,
  type Person,
} from './support/demo_accounts';
import {
  approve,
  assessSelf,
  enterAs,
  explainedScores,
  initiate,
  openFromHome,
  reviewAll,
  shownScore,
  signInAs,
  signOff,
  type Scores,
} from './support/stages';
import { expect, test, visit } from './support/test';

type SignIn = (page: Page, person: Person) => Promise<void>;

const walks: { kind: string; subject: Person; isManager: boolean; signIn: SignIn }[] = [
  { kind: 'a manager', subject: NEW_MANAGER, isManager: true, signIn: signInAs },
  { kind: 'somebody who manages nobody', subject: NEW_EMPLOYEE, isManager: false, signIn: enterAs },
];

for (const { kind, subject, isManager, signIn } of walks) {
  test(`the probation of ${kind} goes from HR to a confirmed employee by hand`, async ({
    visitor,
  }) => {
    test.setTimeout(120_000);
    const page = await visitor();
    const next = async (person: Person) => {
      // Otherwise the page would request its badges with the removed cookie.
      await page.goto('about:blank');
      await page.context().clearCookies();
      await signIn(page, person);
    };

    await next(HR);
    const [lineManager, departmentHead] = [LINE_MANAGER.name, DEPARTMENT_HEAD.name];
    await initiate(page, subject, { isManager, lineManager, departmentHead });

    await next(subject);
    await openFromHome(page, subject.name);
    const notCounted = page.getByText('Required, not weighted');
    await expect(notCounted).toHaveCount(isManager ? 1 : 0);
    await assessSelf(page);
    await expect(page.getByRole('region', { name: 'Progress' })).toBeHidden();

    await next(LINE_MANAGER);
    await openFromHome(page, subject.name);
    const previewed = await reviewAll(page);

    await next(DEPARTMENT_HEAD);
    await openFromHome(page, subject.name);
    expect(await shownScore(page)).toBe(previewed.overall);
    await approve(page, 'A sound start.');

    await next(MANAGING_DIRECTOR);
    await openFromHome(page, subject.name);
    expect(await shownScore(page)).toBe(previewed.overall);
    await approve(page, 'Agreed.');

    await next(HR);
    await openFromHome(page, subject.name);
    expect(await explainedScores(page)).toEqual(previewed);
    await finalize(page, subject, previewed);
    await expectStamp(page, subject, previewed);

    await next(subject);
    await expectConfirmedToday(page, subject);
  });
}

async function finalize(page: Page, subject: Person, previewed: Scores): Promise<void> {
  const panel = page.getByRole('region', { name: 'Finalize' });
  await expect(panel).toContainText(`Final score ${previewed.overall} (`);
  await expect(panel).toContainText(`Sets ${subject.name}’s confirmation date to`);
  await expect(panel).toContainText('All leave types become available.');
  const remarks = page.getByRole('textbox', { name: 'Remarks' });
  await remarks.fill('The probation has ended well.');
  await signOff(page, 'Finalize and confirm');
  await expect(page.getByText('Appraisal finalized.').first()).toBeVisible();
}

async function expectStamp(page: Page, subject: Person, previewed: Scores): Promise<void> {
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('Score verified');
  await expect(result).toContainText(previewed.overall);
  await result.getByRole('link', { name: 'Recalculate' }).click();
  await expect(result).toContainText(`Verified: ${previewed.overall}`);
  expect(stampOf(await appraisalOf(subject))).toEqual(previewed);
}

/** The newest appraisal of a person, from the API. */
async function appraisalOf(person: Person): Promise<Detail> {
  const hr = await as(HR);
  const staff = (await allStaff()).find((other) => other.email === person.email);
  const found = (await allAppraisals()).find((appraisal) => appraisal.staffId === staff?.id);
  return hr.detail(found?.id ?? '');
}

function stampOf(detail: Detail): Scores {
  return {
    kpi: detail.kpiScore ?? '',
    competency: detail.competencyScore ?? '',
    behaviour: detail.behaviourScore ?? '',
    overall: detail.overallScore ?? '',
  };
}

async function expectConfirmedToday(page: Page, person: Person): Promise<void> {
  const api = await as(person);
  const me = await api.get<{ timeZone: string; employmentConfirmedAt: string }>('/api/auth/me');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: me.timeZone }).format();
  expect(me.employmentConfirmedAt).toBe(today);
  const [year, month, day] = today.split('-').map(Number);
  const monthName = new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date(year, month - 1));
  const employment = page.getByRole('region', { name: 'My employment' });
  await expect(employment).toContainText(`${day} ${monthName} ${year}`);
}

for (const isManagerRole of [true, false]) {
  const kind = isManagerRole ? 'a manager' : 'somebody who manages nobody';
  test(`the probation of ${kind} goes the same way over the API`, async ({ browserOf }) => {
    const terms: Terms = { reviewType: 'probationary', isManagerRole };
    const subject = await newcomer({ confirmed: false });
    const hr = await as(HR);
    const initiation = initiationOf(subject.id, terms);
    let detail = await hr.post<Detail>('/api/staff/appraisals', initiation);
    const statuses = [detail.status];
    while (detail.status !== 'pending_hr') {
      detail = await actAt(detail);
      statuses.push(detail.status);
    }
    const stages = ['pending_self', 'pending_lm', 'pending_dept_head', 'pending_md', 'pending_hr'];
    expect(statuses).toEqual(stages);
    const explained = await hr.get<{ scorecard: Record<string, string> }>(
      `/api/staff/appraisals/${detail.id}/score`,
    );

    const page = await browserOf(HR);
    await visit(page, `/appraisals/${detail.id}`);
    const previewed = await explainedScores(page);
    expect(previewed.overall).toBe(explained.scorecard.overallScore);

    const finalized = await actAt(detail);
    expect(finalized.status).toBe('finalized');
    expect(stampOf(finalized)).toEqual(previewed);
    await visit(page, `/appraisals/${detail.id}`);
    await expect(page.getByRole('region', { name: 'Result' })).toContainText(previewed.overall);
    const confirmed = (await allStaff()).find((staff) => staff.id === subject.id);
    expect(confirmed?.employmentConfirmedAt).not.toBeNull();
  });
}
