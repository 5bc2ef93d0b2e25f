import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
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

function signedIn(answer: { accessToken: string } | object): Client<paths> {
  if (!('accessToken' in answer)) throw new Error('a second factor is enabled');
  const headers = { Authorization: `Bearer ${answer.accessToken}` };
  return createClient<paths>({ baseUrl, headers });
}

async function login(email: string): Promise<Client<paths>> {
  const body = { email, password: accounts[0].password };
  const answer = await done(createClient<paths>({ baseUrl }).POST('/api/auth/login', { body }));
  return signedIn(answer);
}

async function byRole(role: string): Promise<Client<paths>> {
  return login(accounts.find((account) => account.role === role)?.email ?? '');
}

const officer = await byRole('credit_officer');
const email = `noor-${randomBytes(4).toString('hex')}@example.com`;
const company = { name: 'Noor Transport', type: 'company', email } as const;
const customer = await done(officer.POST('/api/customers', { body: company }));
const account = await done(
  officer.POST('/api/customers/{id}/portal-account', {
    params: { path: { id: customer.id } },
    body: {},
  }),
);
const currentPassword = account.temporaryPassword;
const newPassword = randomBytes(12).toString('hex');

const visitor = createClient<paths>({ baseUrl });
const signIn = (password: string) =>
  done(visitor.POST('/api/customer-auth/login', { body: { email, password } }));

let client = signedIn(await signIn(currentPassword));
const passwords = { currentPassword, newPassword };
client = signedIn(await done(client.PATCH('/api/customer-auth/password', { body: passwords })));
const { secret } = await done(client.GET('/api/customer-auth/mfa/setup'));
const code = execFileSync('oathtool', ['--totp', '--base32', secret], { encoding: 'utf8' }).trim();
const { recoveryCodes } = await done(
  client.POST('/api/customer-auth/mfa/complete', { body: { code } }),
);

const answer = await signIn(newPassword);
if (!('preAuthToken' in answer)) throw new Error('no second factor is enabled');
const secondStep = { preAuthToken: answer.preAuthToken, code: recoveryCodes[0] };
client = signedIn(
  await done(visitor.POST('/api/customer-auth/login/mfa', { body: secondStep })),
);
const me = await done(client.GET('/api/customer-auth/me'));
console.log(me.name, me.mfaEnabled, me.recoveryCodesRemaining);
console.log((await done(client.GET('/api/portal/facilities'))).pagination.total);

const reviewer = await byRole('credit_reviewer');
const shariah = await byRole('shariah_officer');
const cashier = await byRole('cashier');

const facility = await done(
  officer.POST('/api/credit/facilities', {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    body: {
      customerId: customer.id,
      productType: 'murabaha',
      assetCost: '120000',
      downPayment: '20000',
      fixedTotalProfit: '10000',
      termPeriods: 12,
      periodsPerYear: 12,
      asset: { description: 'Delivery van' },
    },
  }),
);
const at = { params: { path: { ref: facility.facilityRef } } };
await done(officer.POST('/api/credit/facilities/{ref}/review', at));
await done(reviewer.POST('/api/credit/facilities/{ref}/approve', at));
await done(shariah.POST('/api/credit/facilities/{ref}/approve', at));
const invoice = { documentRef: 'Invoice 17' };
await done(shariah.POST('/api/credit/facilities/{ref}/asset-owned', { ...at, body: invoice }));
const active = await done(shariah.POST('/api/credit/facilities/{ref}/activate', at));
console.log(active.status, active.originationJournalId, active.nextDue);

const posted = await done(officer.GET('/api/credit/facilities/{ref}/journals', at));
const payment = {
  amount: active.nextDue?.amount ?? '0',
  paymentDate: posted.data[0].date,
  reference: 'Transfer 1',
};
const previewed = await done(
  cashier.POST('/api/credit/facilities/{ref}/payments/preview', { ...at, body: payment }),
);
console.log(previewed.journal.lines);
const received = await done(
  cashier.POST('/api/credit/facilities/{ref}/payments', {
    params: { ...at.params, header: { 'Idempotency-Key': randomUUID() } },
    body: payment,
  }),
);
console.log(received.appliedTo, received.extraAmount);
const journals = await done(officer.GET('/api/credit/facilities/{ref}/journals', at));
console.log(journals.data.map(({ lines }) => lines));
console.log((await done(client.GET('/api/portal/facilities/{ref}/payments', at))).data);

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
