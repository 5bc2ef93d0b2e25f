// Criteria of WCAG that axe does not check by itself: pages that are enlarged, narrow or turned
// sideways, text spacing, bars over the focus, names of controls, the fields of the sign-in, and
// the order of the areas.
import { appraisalAt, personOf } from './support/api';
import { HR, atStage, type Person } from './support/demo_accounts';
import { enrol, giveThePassword, newGuest, settled } from './support/guest';
import { expectAccessible, expectNoOverflow, NARROW } from './support/page_checks';
import { expect, test, visit } from './support/test';

test.describe.configure({ timeout: 120_000 });

const OFFICER = atStage('Credit officer');

/** Pages of every kind: lists, forms, charts and figures. */
const PAGES: [string, Person, string][] = [
  ['home', HR, '/'],
  ['all', HR, '/appraisals?scope=all'],
  ['people-new', HR, '/people/new'],
  ['leave', HR, '/leave'],
  ['analytics', HR, '/analytics'],
  ['settings-template-new', HR, '/settings/templates/new'],
  ['credit-simulator', OFFICER, '/credit/simulate'],
];

/** A desktop of 1280 by 1024 pixels, enlarged, and a phone on its side. */
const SIZES = {
  '200 %': { width: 640, height: 512 },
  '400 %': { width: 320, height: 256 },
  sideways: { width: 740, height: 360 },
};

/** The spacing that a reader may set (WCAG 1.4.12). */
const SPACING = `
  * {
    line-height: 1.5 !important;
    letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important;
  }
  p { margin-block-end: 2em !important; }
`;

for (const [name, person, path] of PAGES) {
  test(`${name} fits when it is enlarged to 400 % or turned sideways`, async ({ browserOf }) => {
    const page = await browserOf(person);
    await visit(page, path);
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await expectNoOverflow(page, `${name}, ${size}`);
    }
  });

  test(`${name} fits with wider text spacing`, async ({ browserOf }) => {
    // The content security policy refuses styles that the page did not bring.
    const page = await browserOf(person, { bypassCSP: true });
    await visit(page, path);
    await page.addStyleTag({ content: SPACING });
    for (const viewport of [SIZES['200 %'], NARROW]) {
      await page.setViewportSize(viewport);
      await expectNoOverflow(page, `${name}, ${viewport.width} px`);
    }
  });

  test(`${name} names its controls by their visible text`, async ({ browserOf }) => {
    const page = await browserOf(person);
    await visit(page, path);
    await expectAccessible(page, name, ['label-content-name-mismatch']);
  });
}

test('the bars of a form never cover the focus', async ({ browserOf }) => {
  const detail = await appraisalAt('pending_self');
  const page = await browserOf(await personOf(detail.staffId));
  for (const viewport of [NARROW, SIZES['400 %']]) {
    await page.setViewportSize(viewport);
    await visit(page, `/appraisals/${detail.id}`);
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(coveredFocus), 'the focused element is covered').toBe('');
    }
  }
});

/** The HTML of the focused element if other content covers every part of it. */
function coveredFocus(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return '';
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const across = [Math.max(left, 0), Math.min(right, innerWidth)];
  const down = [Math.max(top, 0), Math.min(bottom, innerHeight)];
  const between = ([from, to]: number[]) => [0.1, 0.5, 0.9].map((at) => from + at * (to - from));
  const isSeen = between(across).some((x) =>
    between(down).some((y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element));
    }),
  );
  return isSeen ? '' : element.outerHTML.slice(0, 200);
}

test('a password manager fills in the sign-in, and a code can be pasted', async ({ visitor }) => {
  const guest = await newGuest('Lina Haddad');
  const { app } = await enrol(guest);
  const page = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  for (const path of ['/login', '/portal/login']) {
    await page.goto(path);
    await settled(page);
    const password = page.getByLabel('Password', { exact: true });
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
  }
  await giveThePassword(page, guest);
  await expect(page).toHaveURL(/\/portal\/login\/code$/);
  await settled(page);
  const field = page.getByLabel('Code', { exact: true });
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await page.evaluate((code) => navigator.clipboard.writeText(code), await app.code());
  await field.press('ControlOrMeta+V');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(`Welcome, ${guest.name}.`)).toBeVisible();
});

test('the areas are the same, in the same order, on every page', async ({ browserOf }) => {
  const page = await browserOf(HR);
  const areas = () =>
    page
      .getByRole('navigation', { name: 'Areas' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  await visit(page, '/');
  const first = await areas();
  expect(first.length).toBeGreaterThan(3);
  for (const path of ['/appraisals?scope=all', '/people', '/leave', '/settings/templates']) {
    await visit(page, path);
    expect(await areas(), path).toEqual(first);
  }
});
