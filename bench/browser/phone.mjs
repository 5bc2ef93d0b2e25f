// The pages on a mid-range phone with a slow network: how long a page blocks it, and when the form
// responds to the first tap.
import { median } from './figures.mjs';
import { expectPath, origin } from './served.mjs';

const RUNS = Number(process.env.MIZAN_RUNS ?? 5);
/** The factor by which the processor is slowed down. */
const SLOWDOWN = 4;
/** 1.6 Mbit/s down and 750 kbit/s up, as bytes per second; the latency in milliseconds. */
const NETWORK = { download: 1_600_000 / 8, upload: 750_000 / 8, latency: 150 };
const SCREEN = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/** A page is loaded after this many milliseconds without a long task or a new file. */
const QUIET = 3_000;
/** Tasks that take longer block the page; milliseconds. */
const LONG = 50;
/** A score that is not selected: the taps of earlier runs are saved. */
const SCORE = '[role=radiogroup] label:has(input:not(:checked))';

/** The figures of each kind of page on a phone without a cache; times in milliseconds. */
export async function phone(inFreshBrowser, kinds) {
  const found = [];
  for (const { name, path, cookie } of kinds) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(await inFreshBrowser(cookie, (page) => load(page, path)));
    }
    const result = { page: name, ...medians(runs) };
    if (name === 'form') result.tap = medians(await taps(inFreshBrowser, path, cookie));
    found.push(result);
  }
  return found;
}

async function taps(inFreshBrowser, path, cookie) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await inFreshBrowser(cookie, (page) => tap(page, path)));
  }
  return runs;
}

function medians(runs) {
  const names = Object.keys(runs[0]);
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name]))]));
}

async function becomePhone(page) {
  await page.setViewport(SCREEN);
  await page.emulateCPUThrottling(SLOWDOWN);
  await page.emulateNetworkConditions(NETWORK);
}

/** Opens a page and waits until it is quiet. */
async function load(page, path) {
  await becomePhone(page);
  await page.evaluateOnNewDocument(collectLongTasks);
  await page.goto(origin + path, { waitUntil: 'load' });
  expectPath(page.url(), path);
  await page.waitForFunction(isQuiet, { polling: 500 }, QUIET);
  return page.evaluate(blocking, LONG);
}

/** Taps a score as soon as it is visible. */
async function tap(page, path) {
  await becomePhone(page);
  await page.evaluateOnNewDocument(waitForAnswer);
  const opened = page.goto(origin + path, { waitUntil: 'load' });
  const score = await page.waitForSelector(SCORE, { visible: true });
  await score.tap();
  await page.waitForFunction(() => window.answered !== undefined);
  await opened;
  return page.evaluate(() => ({ tapped: window.tapped, answered: window.answered }));
}

// The functions below run in the page.

function collectLongTasks() {
  window.longTasks = [];
  const collect = (list) => window.longTasks.push(...list.getEntries());
  new PerformanceObserver(collect).observe({ type: 'longtask', buffered: true });
}

function isQuiet(time) {
  const entries = [
    ...window.longTasks,
    ...performance.getEntriesByType('resource'),
    ...performance.getEntriesByType('navigation'),
  ];
  const last = Math.max(...entries.map(({ startTime, duration }) => startTime + duration));
  return performance.now() - last > time;
}

/** The time of the first paint, and how long tasks blocked the page afterwards. */
function blocking(long) {
  const [{ startTime: firstPaint }] = performance.getEntriesByName('first-contentful-paint');
  const blocked = window.longTasks.map(({ startTime, duration }) => {
    const end = startTime + duration;
    return Math.max(0, end - Math.max(startTime + long, firstPaint));
  });
  return { firstPaint, blocked: blocked.reduce((sum, time) => sum + time, 0) };
}

/** From the first tap on a score, checks in each frame whether the bar shows other figures. */
function waitForAnswer() {
  const figures = () => {
    const bar = document.querySelector('[aria-label="Progress"]');
    return bar?.textContent.replace(/\D/g, '');
  };
  const onClick = ({ timeStamp }) => {
    window.tapped = timeStamp;
    const before = figures();
    const look = () => {
      if (figures() === before) requestAnimationFrame(look);
      else window.answered = performance.now();
    };
    look();
  };
  addEventListener('click', onClick, { capture: true, once: true });
}
