// Runs Lighthouse on one page of each kind, loaded without a cache on a simulated phone, and prints
// a JSON list.
import lighthouse from 'lighthouse';
import { inChromium } from './browser.mjs';
import { rounded } from './figures.mjs';
import { expectPath, origin, pages } from './served.mjs';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Scores vary with the machine: the median of several runs counts, as Lighthouse recommends. */
const RUNS = Number(process.env.MIZAN_RUNS ?? 5);
const ATTEMPTS = 3;

const FLAGS = { logLevel: 'error', onlyCategories: CATEGORIES };

/** One run. A trace without its start (NO_NAVSTART) is a fault of Chromium, so it is repeated. */
async function open(page, url) {
  for (let attempt = 1; ; attempt += 1) {
    const { lhr } = await lighthouse(url, FLAGS, undefined, page);
    if (!lhr.runtimeError) return lhr;
    if (attempt === ATTEMPTS) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  }
}

async function measure({ name, path }, page) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await open(page, origin + path));
  const score = (lhr) => lhr.categories.performance.score;
  runs.sort((left, right) => score(left) - score(right));
  const lhr = runs[Math.floor(RUNS / 2)];
  expectPath(lhr.finalDisplayedUrl, path);
  return summary(name, lhr);
}

function summary(page, lhr) {
  const value = (audit) => rounded(lhr.audits[audit].numericValue);
  const requests = lhr.audits['network-requests'].details.items;
  const scores = CATEGORIES.map((id) => [id, Math.round(lhr.categories[id].score * 100)]);
  return {
    page,
    ...Object.fromEntries(scores),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: lhr.audits['cumulative-layout-shift'].numericValue,
    requests: requests.length,
    bytes: requests.reduce((sum, request) => sum + request.transferSize, 0),
    failing: CATEGORIES.flatMap((id) => failing(lhr, id)),
  };
}

/** The audits that lower the score of a category, with their details. */
function failing(lhr, category) {
  return lhr.categories[category].auditRefs
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => lhr.audits[id])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, displayValue }) => (displayValue ? `${id}: ${displayValue}` : id));
}

const found = await inChromium(async (inFreshBrowser) => {
  const measured = [];
  for (const kind of await pages()) {
    measured.push(await inFreshBrowser(kind.cookie, (page) => measure(kind, page)));
  }
  return measured;
});
console.log(JSON.stringify(found, null, 2));
