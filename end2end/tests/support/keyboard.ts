// Navigation in pages with the keyboard.
import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until an element has the focus, which must be visible on every element before. */
export async function tabTo(page: Page, target: Locator, most = 120): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await focusIsVisible(page), `the focus is visible on ${await focused(page)}`).toBe(true);
    if (await target.evaluate((element) => element.contains(document.activeElement))) {
      return;
    }
  }
  throw new Error(`${target} was not reached by ${most} presses of Tab.`);
}

/** The HTML of the focused element, for a message. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing');
}

/** True if the focus is visible: an outline on the element, or on the one drawn in its place. */
function focusIsVisible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    // The browser draws the parts of a date field, and the focus on them.
    const isDate = element instanceof HTMLInputElement && element.type === 'date';
    if (!element || element === document.body || isDate) {
      return true;
    }
    const drawn = [element, element.nextElementSibling, element.closest('label')];
    return drawn.some((candidate) => {
      if (!candidate) {
        return false;
      }
      const style = getComputedStyle(candidate);
      const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
      return outlined || style.boxShadow !== 'none';
    });
  });
}
