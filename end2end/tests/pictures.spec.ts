// The screenshots of the README, taken again with MIZAN_PICTURES=1.
import type { Page } from '@playwright/test';
import { allAppraisals, as, personOf } from './support/api';
import { atStage, HR } from './support/demo_accounts';
import { expect, test, visit } from './support/test';

const OFFICER = atStage('Credit officer');

test.skip(!process.env.MIZAN_PICTURES, 'pictures are taken when they are asked for');

async function take(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.screenshot({ path: `../docs/pictures/${name}.png` });
}

test('an appraisal at the line manager', async ({ browserOf }) => {
  const hr = await as(HR);
  const [{ id }] = await allAppraisals('pending_lm');
  const { lineManagerStaffId } = await hr.detail(id);
  const page = await browserOf(await personOf(lineManagerStaffId));
  await visit(page, `/appraisals/${id}`);
  await take(page, 'form');
});

test('a live facility, and the three products side by side', async ({ browserOf }) => {
  const officer = await as(OFFICER);
  const live = '/api/credit/facilities?status=active&productType=diminishing_musharakah';
  const list = await officer.get<{ data: { facilityRef: string }[] }>(live);
  const page = await browserOf(OFFICER);
  await visit(page, `/credit/${list.data[0].facilityRef}`);
  await take(page, 'facility');
  const figures = 'asset_cost=240000&down_payment=40000&term_periods=24&periods_per_year=12';
  await visit(page, `/credit/simulate?${figures}&rate=7.5&fixed_total_profit=16000`);
  await take(page, 'simulator');
});

test('the queue in Arabic, in the dark', async ({ browserOf }) => {
  const page = await browserOf(HR, { colorScheme: 'dark' });
  await visit(page, '/appraisals?scope=all');
  await page.getByRole('button', { name: 'العربية', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await take(page, 'queue-arabic');
});
