import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.js';

const baseUrl = 'http://127.0.0.1:3000';
const accountsFile = readFileSync(`${process.env.DATA_DIR ?? 'data'}/demo_accounts.json`, 'utf8');
const accounts: { email: string; password: string; role: string }[] = JSON.parse(accountsFile);

/** The result of a call: the client returns errors of the API instead of throwing them. */
async function done<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(`refused: ${JSON.stringify(error)}`);
  return data;
}

async function login(email: string): Promise<Client<paths>> {
  const body = { email, password: accounts[0].password };
  const answer = await done(createClient<paths>({ baseUrl }).POST('/api/auth/login', { body }));
  if (!('accessToken' in answer)) throw new Error('a second factor is enabled');
  const headers = { Authorization: `Bearer ${answer.accessToken}` };
  return createClient<paths>({ baseUrl, headers });
}

async function byRole(role: string): Promise<Client<paths>> {
  return login(accounts.find((account) => account.role === role)?.email ?? '');
}

const hr = await byRole('hr');
const md = await byRole('md');

const terms = {
  reviewType: 'probationary',
  periodFrom: '2026-05-01',
  periodTo: '2026-10-31',
  roleCategory: 'operations',
  isManagerRole: false,
} as const;
const query = { confirmed: false, limit: 100 };
const people = await done(hr.GET('/api/staff', { params: { query } }));
const staffIds = people.data.map((person) => person.id);
const preview = await done(
  hr.POST('/api/staff/appraisals/preview', { body: { staffIds, ...terms } }),
);
const chosen = preview.data.find((person) => person.blockers.length === 0);
if (!chosen?.lineManager) throw new Error('nobody can be appraised');
const subject = { params: { path: { id: chosen.staffId } } };

async function loginOf(id: string): Promise<Client<paths>> {
  const staff = await done(hr.GET('/api/staff/{id}', { params: { path: { id } } }));
  return login(staff.email);
}

const employee = await loginOf(chosen.staffId);
const manager = await loginOf(chosen.lineManager.id);

const form = await done(
  hr.POST('/api/staff/appraisals', {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    body: { staffId: chosen.staffId, ...terms },
  }),
);
const params = { path: { id: form.id } };

const self = {
  items: form.items.map(({ id }) => ({ id, selfScore: 4, actualAchievement: 'Reached.' })),
  narratives: form.narratives
    .filter(({ section }) => section === 'self_assessment')
    .map(({ questionKey }) => ({ questionKey, answer: 'What I have to say.' })),
};
await done(employee.PATCH('/api/staff/appraisals/{id}/self', { params, body: self }));
await done(employee.POST('/api/staff/appraisals/{id}/self/submit', { params }));

const course = { area: 'Islamic finance', action: 'Course', support: 'Two days' };
const review = {
  items: form.items.map(({ id }) => ({ id, supervisorScore: 3.5, supervisorComment: 'Agreed.' })),
  planRows: { development: [{ ...course, targetDate: '2027-03-31' }] },
};
await done(manager.PATCH('/api/staff/appraisals/{id}/review', { params, body: review }));
const { scorecard } = await done(manager.GET('/api/staff/appraisals/{id}/score', { params }));
console.log(scorecard);
const { status } = await done(
  manager.POST('/api/staff/appraisals/{id}/review/submit', { params }),
);

if (status === 'pending_dept_head') {
  const head = await loginOf(form.departmentHeadStaffId ?? '');
  const body = { comment: 'Well done.' };
  await done(head.POST('/api/staff/appraisals/{id}/dept-head/approve', { params, body }));
}
await done(md.POST('/api/staff/appraisals/{id}/md/approve', { params }));

const remarks = { hrRemarks: 'Extend the contract.' };
await done(hr.PATCH('/api/staff/appraisals/{id}/hr', { params, body: remarks }));
const outcome = { outcome: 'confirm' } as const;
const final = await done(
  hr.POST('/api/staff/appraisals/{id}/finalize', { params, body: outcome }),
);
console.log(final.status, final.overallScore, final.overallBand);
console.log((await done(hr.GET('/api/staff/{id}', subject))).employmentConfirmedAt);
const score = await done(employee.GET('/api/staff/appraisals/{id}/score', { params }));
console.log(score.matches);
