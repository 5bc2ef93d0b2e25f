// Chromium for the measurements.
import puppeteer from 'puppeteer-core';
import { origin } from './served.mjs';

/**
 * Starts Chromium, calls `work` and closes it. `work` gets a function that passes a page of a browser
 * without cache, signed in with the given cookie, to its own work.
 */
export async function inChromium(work) {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    return await work((cookie, use) => inFreshBrowser(browser, cookie, use));
  } finally {
    await browser.close();
  }
}

async function inFreshBrowser(browser, cookie, use) {
  const context = await browser.createBrowserContext();
  try {
    if (cookie) {
      const { hostname: domain } = new URL(origin);
      await context.setCookie({ ...cookie, domain, path: '/', secure: true, httpOnly: true });
    }
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}
