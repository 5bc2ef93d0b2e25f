// Fixtures: signed-in browsers, monitored for console errors and violations of the content security
// policy.
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { as } from './api';
import type { Person } from './demo_accounts';

export { expect };

const SESSION_COOKIE = '__Host-staff_session';

/** Unexpected errors in a browser. */
export class Watch {
  private readonly seen: string[] = [];
  private readonly excused: RegExp[] = [];

  /** Declares messages that the test causes on purpose. */
  expect(message: RegExp): void {
    this.excused.push(message);
  }

  note(message: string): void {
    this.seen.push(message);
  }

  problems(): string[] {
    return this.seen.filter((message) => !this.excused.some((excuse) => excuse.test(message)));
  }

  async follow(context: BrowserContext): Promise<void> {
    context.on('weberror', (error) => this.note(`uncaught: ${error.error()}`));
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) {
        this.note(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    await context.addInitScript(() => {
      // A page whose bundle fails reloads itself, which would lose its error messages.
      if (location.protocol.startsWith('http')) {
        sessionStorage.setItem('mizan.failed-at', String(Number.MAX_SAFE_INTEGER));
      }
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy: ${event.violatedDirective} refused ${event.blockedURI}`);
      });
    });
  }
}

export interface Fixtures {
  /** All errors in the browsers of this test. */
  watch: Watch;
  /** A page in a browser of its own, without a session. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** A page in a browser of its own, with a session of this person. */
  browserOf: (person: Person, options?: BrowserContextOptions) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  watch: [
    async ({}, use) => {
      const watch = new Watch();
      await use(watch);
      expect(watch.problems(), 'no errors in the console').toEqual([]);
    },
    { auto: true },
  ],

  visitor: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await open(browser, watch, options);
      contexts.push(context);
      const page = await context.newPage();
      return options?.javaScriptEnabled === false ? page : patient(page);
    });
    await Promise.all(contexts.map((context) => context.close()));
  },

  browserOf: async ({ visitor }, use) => {
    await use(async (person, options) => {
      const page = await visitor(options);
      await enter(page.context(), person);
      return page;
    });
  },
});

const hurried = new WeakMap<Page, Page['goto']>();

/** Makes `goto` wait until the scripts of a workspace page are loaded, as users do: before that,
 * the browser posts forms itself. */
function patient(page: Page): Page {
  const goto = page.goto.bind(page);
  hurried.set(page, goto);
  page.goto = async (url, options) => {
    const listening = listeningOf(page, 15_000).catch(() => undefined);
    const answer = await goto(url, options);
    if ((await page.locator('.side-bar').count()) > 0) {
      await listening;
    }
    return answer;
  };
  return page;
}

/** Opens a page without waiting for its scripts. */
export function hurry(page: Page, path: string): ReturnType<Page['goto']> {
  return (hurried.get(page) ?? page.goto.bind(page))(path);
}

async function open(
  browser: Browser,
  watch: Watch,
  options?: BrowserContextOptions,
): Promise<BrowserContext> {
  // During a view transition, Chromium sends clicks to both pages.
  const usual = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...usual, ...options });
  await watch.follow(context);
  return context;
}

/** Gives a browser the session of a person, as a sign-in would. */
export async function enter(context: BrowserContext, person: Person): Promise<void> {
  const { token } = await as(person);
  // Only a secure URL can set such a cookie; browsers treat localhost as secure.
  const url = process.env.MIZAN_URL?.replace('http:', 'https:');
  await context.addCookies([
    { name: SESSION_COOKIE, value: token, url, secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
}

/** Opens a page of the workspace and waits until its scripts are loaded. */
export async function visit(page: Page, path: string): Promise<void> {
  await alive(page, () => page.goto(path));
}

/** Performs an action that loads a page, and waits until its scripts are loaded: opening the event
 * stream is the last thing that they do. */
export async function alive(page: Page, load: () => Promise<unknown>): Promise<void> {
  const listening = listeningOf(page, 30_000);
  await load();
  await listening;
}

function listeningOf(page: Page, timeout: number): Promise<unknown> {
  return page.waitForRequest('**/api/notifications/stream', { timeout });
}

/** Signs in with the form. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.name.split(' ')[0]);
}

/** Follows the link of the session banner, which opens another tab, and signs in there. */
export async function signInAgain(page: Page, person: Person): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  const other = patient(await opened);
  await other.getByLabel('Email').fill(person.email);
  await other.getByLabel('Password', { exact: true }).fill(person.password);
  await alive(other, () => other.getByRole('button', { name: 'Sign in' }).click());
  return other;
}

/** Returns to a tab: headless browsers do not move the focus between tabs. */
export async function comeBack(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}
