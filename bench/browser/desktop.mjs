// The pages on a desktop: navigation from a list to a record and back, and keystrokes in a long
// form.
import { median, percentile } from './figures.mjs';
import { origin } from './served.mjs';

const SCREEN = { width: 1280, height: 800 };
/** Measured rounds from a list to a record and back, after warm-up rounds that fill the caches. */
const ROUNDS = Number(process.env.MIZAN_ROUNDS ?? 20);
const WARM_UP = 3;
/** The first rows of the form, whose scores all change the preview, and the passes over them. */
const ROWS = 8;
const PASSES = 10;
/** Lists, each with the kind of page whose user may open it. */
const LISTS = [
  { list: 'the queue', record: 'an appraisal', path: '/appraisals', kind: 'queue' },
  { list: 'the facilities', record: 'a facility', path: '/credit', kind: 'facility' },
];
const LINK = 'main tbody th a';

/** Milliseconds from a click to the paint of the next page. */
export async function navigation(inFreshBrowser, kinds) {
  const found = [];
  for (const { list, record, path, kind } of LISTS) {
    const { cookie } = kinds.find(({ name }) => name === kind);
    const { there, back } = await inFreshBrowser(cookie, (page) => walk(page, path));
    found.push({ from: list, to: record, p50: median(there), p90: percentile(there, 0.9) });
    found.push({ from: record, to: list, p50: median(back), p90: percentile(back, 0.9) });
  }
  return found;
}

async function walk(page, path) {
  await page.setViewport(SCREEN);
  await page.evaluateOnNewDocument(leaveOutRules);
  await page.evaluateOnNewDocument(observeArrivals);
  await page.goto(origin + path, { waitUntil: 'load' });
  await settled(page);
  const rounds = { there: [], back: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const there = await arrival(page, (await page.$(LINK)).click());
    const back = await arrival(page, page.evaluate(goBack));
    if (round >= WARM_UP) {
      rounds.there.push(there);
      rounds.back.push(back);
    }
  }
  return rounds;
}

/** Returns the time until the next page is painted, after that page has loaded completely. */
async function arrival(page, departure) {
  await departure;
  const arrived = await page.waitForFunction(() => window.arrived, { polling: 'raf' });
  const time = await arrived.jsonValue();
  await settled(page);
  return time;
}

/** Waits until at most one request is open: the event stream. */
function settled(page) {
  return page.waitForNetworkIdle({ idleTime: 500, concurrency: 1 });
}

/**
 * Runs in each page. Puppeteer loses a page that is replaced by a prerendered one, so prerendering
 * is disabled, and the figures are those of a browser without it.
 */
function leaveOutRules() {
  const remove = () => document.querySelector('script[type=speculationrules]')?.remove();
  new MutationObserver(remove).observe(document, { childList: true, subtree: true });
}

/** Runs in the page. */
function goBack() {
  window.depart(performance.now());
  history.back();
}

/** Runs in each page before its own scripts. */
function observeArrivals() {
  const key = 'bench.departure';
  window.depart = (time) => {
    delete window.arrived;
    sessionStorage.setItem(key, performance.timeOrigin + time);
  };
  const arrive = (time) => {
    const departure = sessionStorage.getItem(key);
    if (departure) window.arrived = performance.timeOrigin + time - Number(departure);
  };
  const waitForPaint = () => {
    if (document.querySelector('main h1')) setTimeout(() => arrive(performance.now()));
    else requestAnimationFrame(waitForPaint);
  };
  requestAnimationFrame(waitForPaint);
  addEventListener('click', ({ timeStamp }) => window.depart(timeStamp), { capture: true });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) requestAnimationFrame(waitForPaint);
  });
}

/** Milliseconds from a keystroke that scores a row to the updated preview. */
export async function keystrokes(inFreshBrowser, kinds) {
  const { path, cookie } = kinds.find(({ name }) => name === 'form');
  const { rows, times } = await inFreshBrowser(cookie, (page) => score(page, path));
  return { rows, count: times.length, p50: median(times), p99: percentile(times, 0.99) };
}

async function score(page, path) {
  await page.setViewport(SCREEN);
  await page.goto(origin + path, { waitUntil: 'load' });
  await settled(page);
  await page.evaluate(observePreview);
  const rows = (await page.$$('[role=radiogroup]')).length;
  const times = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    await page.focus('[role=radiogroup] input[type=radio]');
    for (let row = 0; row < ROWS; row += 1) {
      for (const mark of ['5', '3', '1', '4', '2']) {
        await page.keyboard.press(mark);
        times.push(await page.evaluate(() => window.previewed));
      }
      await page.keyboard.press('ArrowDown');
    }
  }
  return { rows, times };
}

/** Runs in the page: each keystroke starts a promise of the time until the figures change. */
function observePreview() {
  const bar = document.querySelector('[aria-label="Progress"]');
  const figures = () => bar.textContent.replace(/\D/g, '');
  let onChange = () => {};
  const onKey = () => {
    const [pressed, before] = [performance.now(), figures()];
    window.previewed = new Promise((resolve, reject) => {
      onChange = () => figures() !== before && resolve(performance.now() - pressed);
      setTimeout(() => reject(new Error('a keystroke changes no figure')), 5_000);
    });
  };
  addEventListener('keydown', onKey, { capture: true });
  const changes = { subtree: true, childList: true, characterData: true };
  new MutationObserver(() => onChange()).observe(bar, changes);
}
