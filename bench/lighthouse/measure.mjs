// Lighthouse on the queue, the form and the facility page of a demo that is being served, each
// page opened cold; prints one JSON list. MIZAN_URL and MIZAN_CAST say where and who.
import { readFileSync } from 'node:fs';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const origin = process.env.MIZAN_URL;
const cast = JSON.parse(readFileSync(process.env.MIZAN_CAST, 'utf8'));
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
/** Scores vary with the machine: the median of so many runs counts, as Lighthouse advises. */
const RUNS = Number(process.env.MIZAN_RUNS ?? 5);
const ATTEMPTS = 3;

async function ask(path, options = {}) {
  const headers = { 'content-type': 'application/json', ...options.headers };
  const answer = await fetch(origin + path, { ...options, headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function tokenOf(role) {
  const { email, password } = cast.find((person) => person.role === role);
  const body = JSON.stringify({ email, password });
  return (await ask('/api/auth/login', { method: 'POST', body })).accessToken;
}

const bearer = (token) => ({ headers: { authorization: `Bearer ${token}` } });

async function pages() {
  const [director, officer] = [await tokenOf('md'), await tokenOf('credit_officer')];
  const queue = await ask('/api/staff/appraisals?scope=queue&limit=1', bearer(director));
  const facilities = await ask('/api/credit/facilities?status=active&limit=1', bearer(officer));
  return [
    { name: 'queue', path: '/appraisals', token: director },
    { name: 'form', path: `/appraisals/${queue.data[0].id}`, token: director },
    {
      name: 'facility',
      path: `/credit/${facilities.data[0].facilityRef}`,
      token: officer,
    },
  ];
}

/** One run. A trace without its beginning (NO_NAVSTART) is Chromium's fault and no finding. */
async function opened(url, flags) {
  for (let attempt = 1; ; attempt += 1) {
    const { lhr } = await lighthouse(url, flags);
    if (!lhr.runtimeError) return lhr;
    if (attempt === ATTEMPTS) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  }
}

async function measured({ name, path, token }, port) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const flags = {
      port,
      logLevel: 'error',
      onlyCategories: CATEGORIES,
      extraHeaders: { Cookie: `__Host-staff_session=${token}` },
    };
    runs.push(await opened(origin + path, flags));
  }
  const score = (lhr) => lhr.categories.performance.score;
  runs.sort((left, right) => score(left) - score(right));
  const lhr = runs[Math.floor(RUNS / 2)];
  const requests = lhr.audits['network-requests'].details.items;
  const failing = Object.values(lhr.audits)
    .filter(({ score: value }) => value !== null && value < 0.9)
    .map(({ id, displayValue }) => (displayValue ? `${id}: ${displayValue}` : id));
  return {
    page: name,
    finalPath: new URL(lhr.finalDisplayedUrl).pathname,
    ...Object.fromEntries(
      CATEGORIES.map((id) => [id, Math.round(lhr.categories[id].score * 100)]),
    ),
    firstPaint: lhr.audits['first-contentful-paint'].numericValue,
    largestPaint: lhr.audits['largest-contentful-paint'].numericValue,
    blocked: lhr.audits['total-blocking-time'].numericValue,
    shift: lhr.audits['cumulative-layout-shift'].numericValue,
    requests: requests.length,
    bytes: requests.reduce((sum, request) => sum + request.transferSize, 0),
    files: requests.map(({ url, transferSize }) => `${new URL(url).pathname} ${transferSize}`),
    failing,
  };
}

const chrome = await launch({
  chromePath: process.env.CHROMIUM_PATH,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const found = [];
  for (const page of await pages()) found.push(await measured(page, chrome.port));
  console.log(JSON.stringify(found, null, 1));
} finally {
  chrome.kill();
}
