// Navigation between documents: prefetching, view transitions, and the state of a page that was
// left.
import type { Page } from '@playwright/test';
import { atStage } from './support/demo_accounts';
import { expect, test, visit } from './support/test';

const HR = atStage('HR');

const linkTo = (page: Page, name: string) => page.locator('.side-bar').getByRole('link', { name });

/** Under automation, Chromium only prefetches pages instead of prerendering them. */
async function wasAskedForBefore(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return (entry as unknown as { deliveryType: string }).deliveryType === 'navigational-prefetch';
  });
}

/** Hovers over a link, and waits until the prefetch has completed. */
async function restOn(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const isReady = new Promise<void>((resolve) => {
    session.on('Preload.prefetchStatusUpdated', ({ status }) => {
      if (status === 'Ready') resolve();
    });
  });
  await session.send('Preload.enable');
  await linkTo(page, name).hover();
  await isReady;
}

async function follow(page: Page, name: string): Promise<void> {
  await linkTo(page, name).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
}

test('a page is asked for while the pointer rests on its link', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/people');
  await restOn(page, 'Leave');
  await follow(page, 'Leave');
  expect(await wasAskedForBefore(page)).toBe(true);
});

test('after a change a page is asked for again', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/people');
  await restOn(page, 'Leave');
  const changed = await page.evaluate(
    async () => (await fetch('/api/ui/notification/read-all', { method: 'POST' })).status,
  );
  expect(changed).toBe(200);
  await follow(page, 'Leave');
  expect(await wasAskedForBefore(page)).toBe(false);
});

test('a page that has waited for long is asked for again', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/people');
  await restOn(page, 'Leave');
  await page.evaluate(() => {
    const later = Date.now() + 60_000;
    Date.now = () => later;
  });
  await page.context().addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
  });
  const again = page.waitForResponse((answer) => answer.url().endsWith('/leave'));
  await follow(page, 'Leave');
  await again;
  // The page may still be replaced by the new one while it is asked.
  await expect(async () => expect(await wasAskedForBefore(page)).toBe(false)).toPass();
});

test('one page fades into the next, except for who wants no motion', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as unknown as { viewTransition: object | null };
      Object.assign(window, { fades: viewTransition !== null });
    });
  });
  for (const [reducedMotion, name, fades] of [
    ['no-preference', 'Leave', true],
    ['reduce', 'Employees', false],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    if (name === 'Leave') await visit(page, '/people');
    await follow(page, name);
    const hasFaded = () => (window as unknown as { fades?: boolean }).fades;
    await expect.poll(() => page.evaluate(hasFaded)).toBe(fades);
  }
});

test('search engines are told what to leave alone, and what this is', async ({ visitor }) => {
  const page = await visitor();
  const robots = await page.goto('/robots.txt');
  expect(await robots?.text()).toContain('Disallow: /api/');
  await page.goto('/login');
  const description = page.locator('meta[name=description]');
  await expect(description).toHaveAttribute('content', /Islamic finance institution/);
});

test('without JavaScript the next page takes clicks at once', async ({ visitor }) => {
  const page = await visitor({ javaScriptEnabled: false, reducedMotion: 'no-preference' });
  await page.goto('/login');
  for (const password of ['wrong once', 'wrong again']) {
    await page.getByLabel('Email').fill(HR.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  }
});
