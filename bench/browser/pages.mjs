// Measures pages in Chromium: loading on a slow phone, navigation and keystrokes. Prints one JSON
// object.
import puppeteer from 'puppeteer-core';
import { keystrokes, navigation } from './desktop.mjs';
import { phone } from './phone.mjs';
import { origin, pages } from './served.mjs';

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

/** Passes `work` a page of a browser without cache, signed in with the given cookie. */
async function inFreshBrowser(cookie, work) {
  const context = await browser.createBrowserContext();
  try {
    if (cookie) {
      const { hostname: domain } = new URL(origin);
      await context.setCookie({ ...cookie, domain, path: '/', secure: true, httpOnly: true });
    }
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

try {
  const kinds = await pages();
  const found = {
    phone: await phone(inFreshBrowser, kinds),
    navigation: await navigation(inFreshBrowser, kinds),
    keystrokes: await keystrokes(inFreshBrowser, kinds),
  };
  console.log(JSON.stringify(found, null, 2));
} finally {
  await browser.close();
}
