// Checks that every page must pass: no axe violations, and no horizontal overflow.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 360, height: 740 };

const LONG = Boolean(process.env.MIZAN_TEST_LONG ?? process.env.MIZAN_SHOTS);

/**
 * Checks the page in its current state, light and dark, on a desktop and on a phone. The short run
 * omits the dark phone, whose colours are those of the dark desktop.
 */
export async function expectSoundPage(page: Page, name: string): Promise<void> {
  for (const [width, viewport] of Object.entries({ 1280: WIDE, 360: NARROW })) {
    await page.setViewportSize(viewport);
    const schemes = LONG || viewport === WIDE ? (['light', 'dark'] as const) : (['light'] as const);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await picture(page, `${name}-${width}-${colorScheme}`);
      // Light and dark differ only in their colours.
      const only = colorScheme === 'dark' ? ['color-contrast'] : [];
      await expectAccessible(page, `${name}, ${colorScheme}, ${width} px`, only);
    }
    await expectNoOverflow(page, `${name}, ${width} px`);
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: null });
}

/** Runs axe on the page in its current state, with all rules or only with some. */
export async function expectAccessible(
  page: Page,
  name: string,
  only: string[] = [],
): Promise<void> {
  // No page contains a frame, so axe need not combine its results in a second tab. To describe the
  // elements that pass would take a third of its time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const found = await (only.length > 0 ? axe.withRules(only) : axe.withTags(RULES)).analyze();
  const problems = found.violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`),
  }));
  expect(problems, `axe on ${name}`).toEqual([]);
}

/** Expects that the page is no wider than the window, and that no text overflows its box. */
export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth - root.clientWidth;
  });
  expect(beyond, `pixels beyond the edge on ${name}`).toBe(0);
  expect(await page.evaluate(cutTables), `tables cut off on ${name}`).toEqual([]);
  expect(await page.evaluate(textsOutside), `texts outside of their box on ${name}`).toEqual([]);
}

/** The captions of tables that overflow a card that the keyboard cannot scroll. */
function cutTables(): string[] {
  const cards = [...document.querySelectorAll('.table-card:not([tabindex])')];
  const cut = cards.filter((card) => card.scrollWidth > card.clientWidth + 1);
  return cut.map((card) => card.querySelector('caption')?.textContent?.trim() ?? card.className);
}

/** The texts that overflow their box, unless they can be scrolled to. */
function textsOutside(): string[] {
  const unseen = 'script, style, svg, option, .visually-hidden';
  const boxes = '.score-choice, .card, .notice, .segments, .tabs, .badge, button, .button';
  const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
  const outside: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    const box = parent?.closest(boxes);
    if (!parent || !box || !node.textContent?.trim() || parent.closest(unseen)) continue;
    // On a phone the words of a score stand below the scale.
    if (getComputedStyle(parent).position === 'absolute') continue;
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

/** The texts of table cells whose second line begins and ends at other edges than the first. */
export function raggedCells(): string[] {
  // The first line of a text, of which letters and figures of two directions are several parts.
  const firstLine = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [first, ...others] = [...range.getClientRects()].filter((rect) => rect.width > 1);
    if (!first) return undefined;
    const { top, bottom } = first;
    const line = [first, ...others.filter((rect) => rect.top < bottom && rect.bottom > top)];
    const left = Math.min(...line.map((rect) => rect.left));
    const right = Math.max(...line.map((rect) => rect.right));
    return { top, bottom, left, right };
  };
  const below = [...document.querySelectorAll('td > .table-sub, th > .table-sub')];
  const ragged = below.filter((line) => {
    const first = firstLine(line.parentElement as Element);
    const second = firstLine(line);
    if (!first || !second || first.bottom > second.top + 1) return false;
    const shares = (edge: 'left' | 'right') => Math.abs(first[edge] - second[edge]) <= 2;
    return !shares('left') && !shares('right');
  });
  return ragged.map((line) => line.parentElement?.textContent ?? '');
}

/** Takes a screenshot of the page if MIZAN_SHOTS is set. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env.MIZAN_SHOTS) {
    await page.screenshot({ path: `results/shots/${name}.png`, fullPage: true });
  }
}
