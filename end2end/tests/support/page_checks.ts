// What every page has to hold: axe finds nothing, and nothing sticks out at the side.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 360, height: 740 };

const LONG = Boolean(process.env.MIZAN_TEST_LONG ?? process.env.MIZAN_SHOTS);

/**
 * Checks the page as it stands, light and dark, on a desktop and on a telephone; the short form
 * leaves out the dark telephone, whose colours are those of the dark desktop.
 */
export async function expectSoundPage(page: Page, name: string): Promise<void> {
  for (const [width, viewport] of Object.entries({ 1280: WIDE, 360: NARROW })) {
    await page.setViewportSize(viewport);
    const schemes = LONG || viewport === WIDE ? (['light', 'dark'] as const) : (['light'] as const);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await picture(page, `${name}-${width}-${colorScheme}`);
      // Between light and dark only the colours differ.
      const only = colorScheme === 'dark' ? ['color-contrast'] : [];
      await expectAccessible(page, `${name}, ${colorScheme}, ${width} px`, only);
    }
    await expectNoOverflow(page, `${name}, ${width} px`);
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: null });
}

/** Lets axe look at the page as it stands, with all rules or only with some. */
export async function expectAccessible(
  page: Page,
  name: string,
  only: string[] = [],
): Promise<void> {
  // No page has another one in it, so axe need not gather its findings in a second tab.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const found = await (only.length > 0 ? axe.withRules(only) : axe.withTags(RULES)).analyze();
  const problems = found.violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`),
  }));
  expect(problems, `axe on ${name}`).toEqual([]);
}

/** Nothing makes the page wider than the window, and no text sticks out of its box. */
export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth - root.clientWidth;
  });
  expect(beyond, `pixels beyond the edge on ${name}`).toBe(0);
  expect(await page.evaluate(cutTables), `tables cut off on ${name}`).toEqual([]);
  expect(await page.evaluate(textsOutside), `texts outside of their box on ${name}`).toEqual([]);
}

/** The tables that are wider than a card that keys cannot scroll, by their captions. */
function cutTables(): string[] {
  const cards = [...document.querySelectorAll('.table-card:not([tabindex])')];
  const cut = cards.filter((card) => card.scrollWidth > card.clientWidth + 1);
  return cut.map((card) => card.querySelector('caption')?.textContent?.trim() ?? card.className);
}

/** The texts that begin before or end after the box they belong to, unless they can be scrolled to. */
function textsOutside(): string[] {
  const unseen = 'script, style, svg, option, .visually-hidden';
  const boxes = '.card, .notice, .segments, .tabs, .badge, button, .button';
  const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
  const outside: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    const box = parent?.closest(boxes);
    if (!parent || !box || !node.textContent?.trim() || parent.closest(unseen)) continue;
    let between: Element | null = parent;
    while (between && between !== box && !clips(between)) between = between.parentElement;
    if (between !== box || clips(box)) continue;
    const edge = box.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    const sticksOut = [...range.getClientRects()].some(
      (rect) => rect.width > 1 && (rect.left < edge.left - 1 || rect.right > edge.right + 1),
    );
    if (sticksOut) outside.push(`${box.className}: ${node.textContent.trim()}`);
  }
  return outside;
}

/** Keeps a picture of the page to look at, when pictures are asked for. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env.MIZAN_SHOTS) {
    await page.screenshot({ path: `results/shots/${name}.png`, fullPage: true });
  }
}
