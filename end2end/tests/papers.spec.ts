// Everything that is made for paper: it renders, has the letterhead, and fits its pages.
import type { Page } from '@playwright/test';
import { allAppraisals, allStaff, as, personOf } from './support/api';
import { ADMINISTRATOR, HR } from './support/demo_accounts';
import { expectAccessible, expectSoundPage } from './support/page_checks';
import { expect, test, visit } from './support/test';

const ADDRESS = '12 Harbour Road\nDubai';
/** A red square. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEU' +
    'lEQVR42mM4oKCAFTEMLQkAKj9AAQUJSn0AAAAASUVORK5CYII=',
  'base64',
);

test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** The number of pages when the page is printed on A4. */
async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: false });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** Checks the letterhead, which is displayed in print only. */
async function expectPaper(page: Page, name: string, sheetsMax: number): Promise<void> {
  const head = page.locator('.letterhead');
  await expect(head).toBeHidden();
  await expectSoundPage(page, name);
  await page.emulateMedia({ media: 'print' });
  await expect(head).toContainText('Amanah Islamic Finance');
  await expect(head).toContainText('12 Harbour Road');
  await expect(head.locator('img')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expectAccessible(page, `${name} in print`);
  await page.emulateMedia({ media: null });
  const count = await sheets(page);
  expect(count, 'pages').toBeGreaterThan(0);
  expect(count, 'pages').toBeLessThanOrEqual(sheetsMax);
}

test('the administrator sets the address and the logo', async ({ browserOf }) => {
  const page = await browserOf(ADMINISTRATOR);
  await visit(page, '/organization');
  await page.getByLabel('Address').fill(ADDRESS);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Save' }).click();
  await reloaded;
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue(ADDRESS);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Image file').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('logo.png', svg);
  await page.getByRole('button', { name: 'Upload logo' }).click();
  await expect(page.getByRole('alert')).toContainText('isn’t a PNG, JPEG or WebP image');
  await choose('logo.png', LOGO);
  await page.getByRole('button', { name: 'Upload logo' }).click();
  const image = page.getByRole('img', { name: 'Logo' });
  await expect(image).toBeVisible();
  expect(await image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(8);
  await expectSoundPage(page, 'organization-logo');
});

test('an appraisal fits three pages, and the employee’s copy has no part of HR', async ({
  browserOf,
}) => {
  const [finalized] = await allAppraisals('finalized');
  const page = await browserOf(HR);
  await visit(page, `/appraisals/${finalized.id}`);
  await page.getByRole('link', { name: 'Print' }).click();
  await expect(page.getByRole('heading', { name: 'HR use only' })).toBeVisible();
  await expectPaper(page, 'appraisal-paper', 3);
  await page.getByRole('link', { name: 'Employee’s copy' }).click();
  await expect(page.getByRole('heading', { name: 'Signatures' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'HR use only' })).toBeHidden();
  await expectPaper(page, 'appraisal-paper-employee', 3);
  const subject = await browserOf(await personOf(finalized.staffId));
  await visit(subject, `/appraisals/${finalized.id}/print`);
  await expect(subject.getByRole('navigation', { name: 'Copies' })).toBeHidden();
});

test('a letter of confirmation is one page', async ({ browserOf }) => {
  const confirmed = (await allStaff()).find((staff) => staff.employmentConfirmedAt !== null);
  const page = await browserOf(HR);
  await visit(page, `/people/${confirmed?.id}`);
  await page.getByRole('link', { name: 'Letter of confirmation' }).click();
  await expect(page.getByText(`Dear ${confirmed?.name},`)).toBeVisible();
  await expectPaper(page, 'confirmation', 1);
});

test('a leave certificate is one page', async ({ browserOf }) => {
  const hr = await as(HR);
  const approved = '/api/leave/requests?scope=all&status=approved';
  const { data } = await hr.get<{ data: { id: string; staffName: string }[] }>(approved);
  const page = await browserOf(HR);
  await visit(page, '/leave/team?show=all');
  await expect(page.getByRole('link', { name: /^Certificate/ }).first()).toBeVisible();
  await visit(page, `/leave/${data[0].id}/certificate`);
  await expect(page.getByText(data[0].staffName)).toBeVisible();
  await expectPaper(page, 'leave-certificate', 1);
});
