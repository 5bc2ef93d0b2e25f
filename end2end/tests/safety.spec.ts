// User input is rendered as text on every page, and internal fields of HR are visible to HR only.
import { readFileSync } from 'node:fs';
import type { Page, Response } from '@playwright/test';
import {
  actAt,
  as,
  initiationOf,
  newcomer,
  personOf,
  review,
  selfAssessment,
  type Detail,
} from './support/api';
import {
  DEPARTMENT_HEAD,
  HR,
  LINE_MANAGER,
  MANAGING_DIRECTOR,
  type Person,
} from './support/demo_accounts';
import { alive, expect, test, visit } from './support/test';

const ATTACKS = [
  '</textarea><script>window.pwned=1</script>',
  '"><img src=x onerror="window.pwned=1">',
  '</script><script>window.pwned=1</script>',
  '</title></style><svg onload=window.pwned=1>',
  "'-window.pwned=1-' javascript:window.pwned=1",
  '<!--<script>window.pwned=1//',
  '&lt;script&gt;window.pwned=1&lt;/script&gt; &amp;',
  '${window.pwned=1} {{window.pwned=1}} \u2028\u2029',
];
const ATTACK = ATTACKS.join('\n');
const NAME = 'Eve </title><script>window.pwned=1</script>';
const JOB = '</script><img src=x onerror="window.pwned=1">';

/** Patterns that must not occur in the HTML of a page: attacks that a browser would execute. */
const RAW = [
  /<script>window\.pwned/i,
  /<img src=x/i,
  /<svg onload/i,
  /<\/textarea><script/i,
  /<\/title><\/style>/i,
];

/** The places in a page where an attack occurs as markup. */
function rawAttacks(source: string): string[] {
  return RAW.flatMap((raw) => {
    const found = raw.exec(source);
    return found ? [source.slice(Math.max(0, found.index - 150), found.index + 50)] : [];
  });
}

test('every text that a person can type stays a text, on every page of every stage', async ({
  browserOf,
}) => {
  test.setTimeout(120_000);
  const staff = await newcomer({ confirmed: false, name: NAME, jobTitle: JOB });
  const subject = await personOf(staff.id);
  const hr = await as(HR);
  const initiation = initiationOf(staff.id, { reviewType: 'probationary', isManagerRole: false });
  let detail = await hr.post<Detail>('/api/staff/appraisals', initiation);
  const path = `/api/staff/appraisals/${detail.id}`;

  const self = selfAssessment(detail);
  await (await as(subject)).patch(`${path}/self`, {
    items: self.items.map((item) => ({ ...item, actualAchievement: ATTACK })),
    narratives: self.narratives.map((answer) => ({ ...answer, answer: ATTACK })),
  });
  const fields = ['Attendance', 'Disciplinary'].map((name) => [`hr${name}Record`, ATTACK]);
  await hr.patch(`${path}/hr`, { ...Object.fromEntries(fields), hrRemarks: ATTACK });
  await expectInert(await browserOf(subject), subject, detail);

  detail = await (await as(subject)).post(`${path}/self/submit`);
  const row = { area: ATTACK, action: ATTACK, support: ATTACK };
  const pip = { issue: ATTACK, expectedImprovement: ATTACK, action: ATTACK };
  const reviewed = review(detail);
  await (await as(LINE_MANAGER)).patch(`${path}/review`, {
    items: reviewed.items.map((item) => ({ ...item, supervisorComment: ATTACK })),
    narratives: reviewed.narratives.map((answer) => ({ ...answer, answer: ATTACK })),
    planRows: { development: [row], pip: [pip] },
  });
  await expectInert(await browserOf(LINE_MANAGER), LINE_MANAGER, detail);

  await (await as(LINE_MANAGER)).post(`${path}/review/submit`);
  await (await as(DEPARTMENT_HEAD)).post(`${path}/dept-head/approve`, { comment: ATTACK });
  await (await as(MANAGING_DIRECTOR)).post(`${path}/md/approve`, { comment: ATTACK });
  for (const person of [MANAGING_DIRECTOR, HR]) {
    await expectInert(await browserOf(person), person, detail);
  }
  await actAt(await hr.detail(detail.id));
  for (const person of [subject, HR]) {
    await expectInert(await browserOf(person), person, detail);
  }
});

/** Opens the pages that display the texts, and checks their HTML and their DOM. */
async function expectInert(page: Page, person: Person, detail: Detail): Promise<void> {
  const form = `/appraisals/${detail.id}`;
  for (const path of [form, '/', '/appraisals?scope=queue', '/appraisals?scope=mine', '/notifications']) {
    const source = await (await as(person)).source(path);
    expect(source.includes('</main>'), 'a whole page').toBe(true);
    expect(rawAttacks(source), `${path} as ${person.name}`).toEqual([]);
    await visit(page, path);
    expect(await page.evaluate(() => 'pwned' in window), path).toBe(false);
    expect(await page.locator('img[src="x"], svg[onload]').count()).toBe(0);
  }
  await visit(page, form);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME);
  await expect(page).toHaveTitle(new RegExp(`^${escape(NAME)}`));
  await expect(page.getByText(JOB).first()).toBeVisible();
  const texts = page.getByRole('textbox', { name: /^(Actual achievement|Comment:)/ });
  for (const text of await texts.all()) {
    await expect(text).toHaveValue(ATTACK);
  }
  await expect(page.getByText(ATTACKS[0]).first()).toBeAttached();
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

test('an address cannot put words into a page', async ({ visitor, browserOf, watch }) => {
  watch.expect(/status of 400|does not conform to the required format/);
  const attack = encodeURIComponent(ATTACKS[2]);
  const outside = await visitor();
  const hr = await browserOf(HR);
  const paths: [Page, string][] = [
    [outside, `/login?next=${attack}&__path=/api/ui/session/login&__err=${attack}`],
    [outside, '/login?next=javascript:window.pwned=1'],
    [hr, `/appraisals?scope=all&q=${attack}`],
    [hr, `/appraisals/new?q=${attack}&group=${attack}&reviewType=${attack}`],
  ];
  for (const [page, path] of paths) {
    let answer: Response | null = null;
    const load = async () => {
      answer = await page.goto(path);
    };
    // The next navigation would abort requests of this page.
    if (page === hr) {
      await alive(page, load);
    } else {
      await load();
      await page.waitForLoadState('networkidle');
    }
    const text = (await (answer as Response | null)?.text()) ?? '';
    expect(rawAttacks(text), path).toEqual([]);
    expect(await page.evaluate(() => 'pwned' in window), path).toBe(false);
  }
});

test('what only HR may see stands in no page of anybody else, and in no log', async () => {
  const marker = `hr-only-${Date.now()}`;
  const staff = await newcomer({ confirmed: false });
  const subject = await personOf(staff.id);
  const hr = await as(HR);
  const initiation = initiationOf(staff.id, { reviewType: 'probationary', isManagerRole: false });
  let detail = await hr.post<Detail>('/api/staff/appraisals', initiation);
  await hr.patch(`/api/staff/appraisals/${detail.id}/hr`, {
    hrAttendanceRecord: marker,
    hrDisciplinaryRecord: marker,
    hrTrainingRecommendation: marker,
    hrSalaryRecommendation: marker,
    hrPromotionRecommendation: marker,
    hrRemarks: marker,
  });
  const others = [subject, LINE_MANAGER, DEPARTMENT_HEAD, MANAGING_DIRECTOR];
  const form = `/appraisals/${detail.id}`;
  const paths = [
    form,
    '/',
    '/appraisals?scope=mine',
    '/appraisals?scope=queue',
    '/notifications',
    `/people/${staff.id}/appraisals`,
    `/api/staff/appraisals/${detail.id}`,
    '/api/notifications',
  ];
  for (;;) {
    for (const person of others) {
      for (const path of paths) {
        const source = await (await as(person)).source(path);
        expect(source.includes(marker), `${path} as ${person.name}`).toBe(false);
      }
    }
    expect((await hr.source(form)).includes(marker), 'on the page of HR').toBe(true);
    if (detail.status === 'finalized') {
      break;
    }
    detail = await actAt(detail);
  }
  if (process.env.MIZAN_LOG) {
    const log = readFileSync(process.env.MIZAN_LOG, 'utf8');
    expect(log.includes(marker), 'in the log').toBe(false);
  }
});
