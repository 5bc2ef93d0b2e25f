// Lists: order by the headings, filters as chips, page size, density, keys, and the place on the page.
import { ADMINISTRATOR, HR } from './support/demo_accounts';
import { expectSoundPage } from './support/page_checks';
import { expect, test, visit } from './support/test';

const LISTS = ['/people', '/appraisals?scope=all', '/customers', '/credit'];

test('the first row is in the upper third of the window', async ({ browserOf }) => {
  const page = await browserOf(ADMINISTRATOR);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const list of LISTS) {
    await visit(page, list);
    const row = await page.locator('tbody tr').first().boundingBox();
    expect(row?.y, list).toBeLessThanOrEqual(800 / 3);
  }
});

test('a heading sorts the list, then reverses it, then restores the order', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/people?confirmed=true');
  const heading = page.getByRole('columnheader', { name: 'Employee' });
  await expect(heading).not.toHaveAttribute('aria-sort');
  await heading.getByRole('link').click();
  await expect(page).toHaveURL('/people?confirmed=true&sort=name');
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  const names = await page.locator('tbody .table-link').allInnerTexts();
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
  await expectSoundPage(page, 'people-sorted');
  await heading.getByRole('link').click();
  await expect(page).toHaveURL('/people?confirmed=true&sort=name_desc');
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  const csv = page.getByRole('link', { name: 'CSV' });
  await expect(csv).toHaveAttribute('href', /confirmed=true&sort=name_desc$/);
  await heading.getByRole('link').click();
  await expect(page).toHaveURL('/people?confirmed=true');
});

test('appraisals are sorted by name and by score', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/appraisals?scope=all&status=finalized');
  await page.getByRole('columnheader', { name: 'Score' }).getByRole('link').click();
  await expect(page).toHaveURL('/appraisals?scope=all&status=finalized&sort=score');
  const cells = page.locator('tbody td[data-label="Score"]');
  const scores = (await cells.allInnerTexts()).map((text) => Number.parseFloat(text));
  expect(scores.length).toBeGreaterThan(1);
  expect(scores).toEqual([...scores].sort((one, other) => other - one));
  await page.getByRole('columnheader', { name: 'Employee' }).getByRole('link').click();
  await expect(page).toHaveURL('/appraisals?scope=all&status=finalized&sort=name');
});

test('a list of cards is sorted by the headings above it', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await page.setViewportSize({ width: 360, height: 780 });
  await visit(page, '/people');
  const heading = page.getByRole('columnheader', { name: 'Start date' }).getByRole('link');
  await expect(heading).toBeInViewport();
  await heading.click();
  await expect(page).toHaveURL('/people?sort=started');
  await expectSoundPage(page, 'people-sorted-cards');
});

test('a form of selects applies at once and keeps the focus', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/appraisals/stuck');
  const stage = page.getByLabel('Stage', { exact: true });
  await stage.selectOption({ index: 1 });
  await expect(page).toHaveURL(/\/appraisals\/stuck\?status=/);
  await expect(stage).toBeFocused();
  await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0);
});

test('a filter applies at once and is a chip that clears it', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/people?sort=name&limit=50');
  const open = page.getByRole('button', { name: 'Filters' });
  await open.click();
  await page.getByLabel('Access', { exact: true }).selectOption('Disabled');
  await expect(page).toHaveURL('/people?sort=name&limit=50&blocked=true');
  await expect(open).toBeFocused();
  const chip = page.getByRole('link', { name: 'Remove filter: Access: Disabled' });
  await expectSoundPage(page, 'people-filtered');
  await chip.click();
  await expect(page).toHaveURL('/people?sort=name&limit=50');
  await expect(chip).toHaveCount(0);
});

test('the rows on a page and their density are a choice that stays', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/people');
  await expect(page.locator('tbody tr')).toHaveCount(20);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '50' }).click();
  await expect(page).toHaveURL('/people?limit=50');
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(20);
  const height = async () => (await page.locator('tbody tr').first().boundingBox())?.height ?? 0;
  const before = await height();
  await page.getByLabel('Compact rows').check();
  expect(await height()).toBeLessThan(before);
  await page.reload();
  await expect(page.getByLabel('Compact rows')).toBeChecked();
  expect(await height()).toBeLessThan(before);
  await page.getByLabel('Compact rows').uncheck();
});

test('j and k move between the rows, and Enter opens one', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/people');
  const links = page.locator('tbody .table-link');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(links.nth(0)).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('jack');
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveValue('jack');
  await links.nth(0).focus();
  const name = await links.nth(0).innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('the headings stay in sight, and Back returns to the same place', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/people');
  const last = page.locator('tbody .table-link').last();
  await last.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  const place = () => page.evaluate(() => window.scrollY);
  await expect.poll(place).toBeGreaterThan(300);
  await expect(page.getByRole('columnheader').first()).toBeInViewport();
  const before = await place();
  await last.click();
  await expect(page).toHaveURL(/\/people\/.+/);
  await page.goBack();
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(50);
});

test('lists are sorted and filtered without JavaScript', async ({ browserOf }) => {
  const page = await browserOf(HR, { javaScriptEnabled: false });
  await page.goto('/people');
  await page.getByRole('columnheader', { name: 'Start date' }).getByRole('link').click();
  await expect(page).toHaveURL('/people?sort=started');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Employment', { exact: true }).selectOption('Confirmed');
  const panel = page.getByRole('group', { name: 'Filters' });
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/confirmed=true.*sort=started|sort=started.*confirmed=true/);
});
