// The API as integrations use it: fetch with a bearer token, without cookies.
import { randomUUID } from 'node:crypto';
import { expect, request, type APIRequestContext, type APIResponse } from '@playwright/test';
import {
  HR,
  LINE_MANAGER,
  MANAGING_DIRECTOR,
  colleague,
  remember,
  type Person,
} from './demo_accounts';
import { secret } from './secrets';

export type Status =
  | 'pending_self'
  | 'pending_lm'
  | 'pending_dept_head'
  | 'pending_md'
  | 'pending_hr'
  | 'finalized';

export interface Item {
  id: string;
  section: string;
  label: string;
  selfScore: number | null;
  supervisorScore: number | null;
  actualAchievement: string | null;
  supervisorComment: string | null;
}

export interface Narrative {
  section: string;
  questionKey: string;
  questionText: string;
  answer: string | null;
}

export interface Detail {
  id: string;
  staffId: string;
  status: Status;
  reviewType: string;
  lineManagerStaffId: string;
  departmentHeadStaffId: string | null;
  items: Item[];
  narratives: Narrative[];
  planRows: { development: Record<string, string | null>[]; pip: Record<string, string | null>[] };
  overallScore: string | null;
  overallBand: string | null;
  kpiScore: string | null;
  competencyScore: string | null;
  behaviourScore: string | null;
  hrRemarks?: string | null;
}

export interface Staff {
  id: string;
  name: string;
  email: string;
  role: string;
  departmentId: string | null;
  lineManagerId: string | null;
  employmentConfirmedAt: string | null;
  isBlocked: boolean;
}

export interface Summary {
  id: string;
  staffId: string;
  status: Status;
}

const ORDER: Status[] = [
  'pending_self',
  'pending_lm',
  'pending_dept_head',
  'pending_md',
  'pending_hr',
  'finalized',
];

interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

/** An API client for one person. */
export class Api {
  private constructor(
    readonly person: Person,
    readonly token: string,
    private readonly context: APIRequestContext,
  ) {}

  static async signIn(person: Person): Promise<Api> {
    const baseURL = process.env.MIZAN_URL;
    const door = await request.newContext({ baseURL });
    const { email, password } = person;
    const answer = await door.post('/api/auth/login', { data: { email, password } });
    expect(answer.status(), await answer.text()).toBe(200);
    const token = secret((await answer.json()).accessToken);
    secret(password);
    await door.dispose();
    // A connection for each request: a kept-alive one may be closed while the next request is sent.
    const extraHTTPHeaders = { authorization: `Bearer ${token}`, connection: 'close' };
    return new Api(person, token, await request.newContext({ baseURL, extraHTTPHeaders }));
  }

  async get<T>(path: string): Promise<T> {
    return read(await this.context.get(path));
  }

  /** All records of a list, whose pages have at most 100; `path` ends with a query. */
  async all<T>(path: string): Promise<T[]> {
    const records: T[] = [];
    let cursor: string | null = null;
    do {
      const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page<T> = await this.get(`${path}&limit=100${from}`);
      records.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return records;
  }

  async post<T>(path: string, data?: unknown): Promise<T> {
    return read(await this.context.post(path, data === undefined ? {} : { data }));
  }

  async patch<T>(path: string, data: unknown): Promise<T> {
    return read(await this.context.patch(path, { data }));
  }

  /** The HTML of a page for this person. */
  async source(path: string): Promise<string> {
    const answer = await this.context.get(path, { headers: { accept: 'text/html' } });
    return answer.text();
  }

  detail(id: string): Promise<Detail> {
    return this.get(`/api/staff/appraisals/${id}`);
  }
}

async function read<T>(answer: APIResponse): Promise<T> {
  const text = await answer.text();
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}: ${text}`).toBe(true);
  return JSON.parse(text);
}

const signedIn = new Map<string, Promise<Api>>();

/** The API client of a person, who signs in once for each test file. */
export function as(person: Person): Promise<Api> {
  const known = signedIn.get(person.email) ?? Api.signIn(person);
  signedIn.set(person.email, known);
  return known;
}

export async function allStaff(): Promise<Staff[]> {
  const hr = await as(HR);
  return hr.all('/api/staff?sort=newest');
}

/** The credentials of a member of staff. */
export async function personOf(staffId: string): Promise<Person> {
  const found = (await allStaff()).find((staff) => staff.id === staffId);
  if (!found) {
    throw new Error(`Nobody has the id ${staffId}.`);
  }
  return colleague(found.name, found.email);
}

/** All appraisals, or those in one status. */
export async function allAppraisals(status?: Status): Promise<Summary[]> {
  const hr = await as(HR);
  const filter = status ? `&status=${status}` : '';
  return hr.all(`/api/staff/appraisals?scope=all${filter}`);
}

/** The date the given number of days from now. */
export function day(fromToday: number): string {
  return new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);
}

/** The next Monday that is at least the given number of weeks away. */
export function monday(weeks: number): string {
  const weekday = (new Date(`${day(0)}T00:00:00Z`).getUTCDay() + 6) % 7;
  return day(7 * weeks - weekday);
}

export interface Terms {
  reviewType: 'probationary' | 'annual' | 'mid_year';
  isManagerRole: boolean;
}

export function initiationOf(staffId: string, terms: Terms) {
  const period = { periodFrom: day(-180), periodTo: day(-1) };
  return { staffId, roleCategory: 'other', ...period, ...terms };
}

/** Adds a person to the line manager’s team who can sign in and has no appraisal. */
export async function newcomer(wanted: {
  confirmed: boolean;
  name?: string;
  jobTitle?: string;
  startedOn?: string;
  confirmedOn?: string;
}): Promise<Staff> {
  const hr = await as(HR);
  const manager = (await allStaff()).find((staff) => staff.email === LINE_MANAGER.email);
  if (!manager) {
    throw new Error('The line manager is missing.');
  }
  const tag = randomUUID().slice(0, 8);
  const name = wanted.name ?? `Newcomer ${tag}`;
  const email = `newcomer.${tag}@amanah.example`;
  const hired = await hr.post<Staff & { temporaryPassword: string }>('/api/staff', {
    staffNumber: `NEW-${tag}`,
    name,
    email,
    jobTitle: wanted.jobTitle ?? 'Accountant',
    departmentId: manager.departmentId,
    lineManagerId: manager.id,
    employmentStartDate: wanted.startedOn ?? day(-200),
    employmentConfirmedAt: wanted.confirmed ? (wanted.confirmedOn ?? day(-20)) : null,
  });
  const door = await Api.signIn({ name, email, password: hired.temporaryPassword });
  const password = `quiet harbour morning ${randomUUID()}`;
  const currentPassword = hired.temporaryPassword;
  await door.patch('/api/auth/password', { currentPassword, newPassword: password });
  remember({ name, email, password });
  return hired;
}

/** Starts an appraisal of a new person, and advances it to a status. */
export async function appraisalAt(
  status: Status,
  terms: Terms = { reviewType: 'annual', isManagerRole: true },
): Promise<Detail> {
  const staff = await newcomer({ confirmed: terms.reviewType !== 'probationary' });
  const hr = await as(HR);
  const started = await hr.post<Detail>('/api/staff/appraisals', initiationOf(staff.id, terms));
  return advance(started, status);
}

/** A rating from 1 to 5 for each row, so that not all are equal. */
export function mark(position: number, shift = 0): number {
  return [4, 3, 5, 4, 2, 5, 3, 4, 1, 5][(position + shift) % 10];
}

/** Advances an appraisal to a status, with each action by its reviewer. */
export async function advance(detail: Detail, to: Status): Promise<Detail> {
  let now = detail;
  while (ORDER.indexOf(now.status) < ORDER.indexOf(to)) {
    now = await actAt(now);
  }
  return now;
}

/** Performs the action of the current stage. */
export async function actAt(detail: Detail): Promise<Detail> {
  const path = `/api/staff/appraisals/${detail.id}`;
  switch (detail.status) {
    case 'pending_self': {
      const subject = await as(await personOf(detail.staffId));
      await subject.patch(`${path}/self`, selfAssessment(detail));
      return subject.post(`${path}/self/submit`);
    }
    case 'pending_lm': {
      const manager = await as(await personOf(detail.lineManagerStaffId));
      await manager.patch(`${path}/review`, review(detail));
      return manager.post(`${path}/review/submit`);
    }
    case 'pending_dept_head': {
      const head = await as(await personOf(detail.departmentHeadStaffId ?? ''));
      return head.post(`${path}/dept-head/approve`, { comment: 'I agree with the review.' });
    }
    case 'pending_md': {
      const director = await as(MANAGING_DIRECTOR);
      return director.post(`${path}/md/approve`, { comment: 'Approved.' });
    }
    case 'pending_hr': {
      const hr = await as(HR);
      const outcome = detail.reviewType === 'probationary' ? { outcome: 'confirm' } : {};
      return hr.post(`${path}/finalize`, outcome);
    }
    case 'finalized':
      return detail;
  }
}

export function selfAssessment(detail: Detail) {
  return {
    items: detail.items.map((item, position) => ({
      id: item.id,
      selfScore: mark(position, 1),
      actualAchievement: `Done for row ${position + 1}.`,
    })),
    narratives: answers(detail, ['self_assessment']),
  };
}

export function review(detail: Detail) {
  return {
    items: detail.items.map((item, position) => ({ id: item.id, supervisorScore: mark(position) })),
    narratives: answers(detail, ['supervisor_assessment', 'career_discussion']),
  };
}

function answers(detail: Detail, sections: string[]) {
  return detail.narratives
    .filter((narrative) => sections.includes(narrative.section))
    .map(({ questionKey }) => ({ questionKey, answer: `An answer to ${questionKey}.` }));
}
