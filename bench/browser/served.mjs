// The measured server: its demo accounts and the pages to open. MIZAN_URL is its URL, and
// MIZAN_DEMO_ACCOUNTS the file that lists the demo accounts.
import { readFileSync } from 'node:fs';

export const origin = process.env.MIZAN_URL;
const accounts = JSON.parse(readFileSync(process.env.MIZAN_DEMO_ACCOUNTS, 'utf8'));

async function call(path, { token, ...options } = {}) {
  const headers = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  const response = await fetch(origin + path, { ...options, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function signIn(path, { email, password }) {
  const body = JSON.stringify({ email, password });
  return (await call(path, { method: 'POST', body })).accessToken;
}

const withRole = (role) => accounts.find((account) => account.role === role);
const staffToken = (account) => signIn('/api/auth/login', account);
const asStaff = (token) => ({ name: '__Host-staff_session', value: token });
const asCustomer = (token) => ({ name: '__Host-customer_session', value: token });

/** The longest form that waits for its line manager, and the session of that manager. */
async function longestForm() {
  const hr = await staffToken(withRole('hr'));
  const query = 'scope=all&status=pending_lm&limit=100';
  const { data } = await call(`/api/staff/appraisals?${query}`, { token: hr });
  const read = ({ id }) => call(`/api/staff/appraisals/${id}`, { token: hr });
  const forms = await Promise.all(data.map(read));
  forms.sort((left, right) => right.items.length - left.items.length);
  const [{ id, lineManagerStaffId }] = forms;
  const { data: staff } = await call('/api/staff?limit=100', { token: hr });
  const { email } = staff.find((person) => person.id === lineManagerStaffId);
  // All demo accounts of staff have the same password.
  const manager = await staffToken({ email, password: withRole('hr').password });
  return { path: `/appraisals/${id}`, cookie: asStaff(manager) };
}

/** One page of each kind, with the cookie of a user who may open it. */
export async function pages() {
  const director = asStaff(await staffToken(withRole('md')));
  const officer = await staffToken(withRole('credit_officer'));
  const customer = await signIn('/api/customer-auth/login', withRole('customer'));
  const query = 'status=active&limit=1';
  const facilities = await call(`/api/credit/facilities?${query}`, { token: officer });
  const facility = `/credit/${facilities.data[0].facilityRef}`;
  return [
    { name: 'sign-in', path: '/login' },
    { name: 'home', path: '/', cookie: director },
    { name: 'queue', path: '/appraisals', cookie: director },
    { name: 'form', ...(await longestForm()) },
    { name: 'facility', path: facility, cookie: asStaff(officer) },
    { name: 'portal', path: '/portal', cookie: asCustomer(customer) },
  ];
}

/** Fails if the browser was redirected to another page, such as the sign-in page. */
export function expectPath(url, path) {
  const { pathname } = new URL(url);
  if (pathname !== path) throw new Error(`${path} leads to ${pathname}`);
}
