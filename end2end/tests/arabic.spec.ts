// The Arabic interface: selected on any page, remembered, right-to-left, with Arabic digits, and
// without loss of input on the switch.
import type { Page } from '@playwright/test';
import { allAppraisals, allStaff, appraisalAt, as, personOf } from './support/api';
import { ADMINISTRATOR, atStage, HR, NEW_EMPLOYEE } from './support/demo_accounts';
import { giveThePassword, settled } from './support/guest';
import { expectSoundPage, raggedCells } from './support/page_checks';
import { alive, expect, test, visit } from './support/test';

const OFFICER = atStage('Credit officer');
const CUSTOMER = atStage('Customer at the portal');
const SAVE = '**/api/ui/appraisal/save-self';
const ARABIC_DIGIT = /[٠-٩]/;
const TERMS = 'asset_cost=120000&rate=6&term_periods=12&periods_per_year=12&product=ijarah';

test.describe.configure({ timeout: 240_000 });

async function expectLanguage(page: Page, lang: string, dir: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await expect(page.locator('html')).toHaveAttribute('dir', dir);
}

/** Switches to the other language by its own name, which reloads the page. */
async function choose(page: Page, name: 'العربية' | 'English'): Promise<void> {
  const before = page.url();
  const press = () => page.getByRole('button', { name, exact: true }).click();
  if ((await page.locator('.side-bar').count()) > 0) {
    await alive(page, press);
  } else {
    await press();
  }
  const [lang, dir] = name === 'English' ? ['en', 'ltr'] : ['ar', 'rtl'];
  await expectLanguage(page, lang, dir);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).toBe(before);
}

test.describe('in the workspace', () => {
  test('the queue changes its language and back, and the focus stays at the switch', async ({
    browserOf,
  }) => {
    const page = await browserOf(HR);
    await visit(page, '/appraisals?scope=queue');
    await choose(page, 'العربية');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('التقييمات');
    await expect(page.getByRole('button', { name: 'English', exact: true })).toBeFocused();
    await expect(page.getByRole('navigation', { name: 'الأقسام' })).toBeVisible();
    await expect(page.getByRole('table').getByText(ARABIC_DIGIT).first()).toBeVisible();
    await expectSoundPage(page, 'arabic-queue');
    await choose(page, 'English');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appraisals');
    await expect(page.getByRole('button', { name: 'العربية', exact: true })).toBeFocused();
  });

  test('the choice is remembered, and the first byte speaks it', async ({ browserOf }) => {
    const page = await browserOf(HR);
    await visit(page, '/');
    await choose(page, 'العربية');
    await alive(page, () => page.reload());
    await expectLanguage(page, 'ar', 'rtl');
    const answer = await page.request.get('/appraisals?scope=all');
    expect(await answer.text()).toMatch(/<html[^>]* lang="ar"/);
    const cookies = await page.context().cookies();
    const kept = cookies.find((cookie) => cookie.name === 'mizan_language');
    expect(kept).toMatchObject({ value: 'ar', sameSite: 'Lax', path: '/' });
    expect(kept?.expires).toBeGreaterThan(Date.now() / 1000 + 300 * 24 * 3600);
    await page.getByRole('link', { name: 'التقييمات' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'التقييمات' })).toBeVisible();
  });

  test('a half filled form keeps what cannot be saved yet', async ({ browserOf, watch }) => {
    watch.expect(/ERR_CONNECTION_REFUSED/);
    const detail = await appraisalAt('pending_self');
    const page = await browserOf(await personOf(detail.staffId));
    await page.route(SAVE, (route) => route.abort('connectionrefused'));
    await visit(page, `/appraisals/${detail.id}`);
    const text = page.getByRole('textbox', { name: /^Actual achievement/ }).first();
    await text.fill('Typed before the language changed');
    const row = page.getByRole('article').first();
    await expect(row).toContainText('Saved on this device; will sync');

    await choose(page, 'العربية');
    const kept = page.getByRole('textbox', { name: /^الإنجاز الفعلي/ }).first();
    await expect(kept).toHaveValue('Typed before the language changed');
    const bar = page.getByRole('region', { name: 'التقدم' });
    await expect(bar).toBeVisible();
    const scores = page.getByRole('radiogroup', { name: /^الدرجة الذاتية/ }).first();
    await scores.getByRole('radio').first().focus();
    await page.keyboard.press('4');
    await expect(scores.getByRole('radio', { name: /٤/ })).toBeChecked();
    await page.unroute(SAVE);
    await expect(bar).toContainText('حُفظت كل التغييرات');
    await expectSoundPage(page, 'arabic-form-self');
    await alive(page, () => page.reload());
    await expect(kept).toHaveValue('Typed before the language changed');
  });

  test('a facility is read from right to left, its reference from left to right', async ({
    browserOf,
  }) => {
    const page = await browserOf(OFFICER);
    await visit(page, '/credit?status=active');
    await page.getByRole('link', { name: /^CF-/ }).first().click();
    await expect(page).toHaveURL(/\/credit\/CF-/);
    await expect(page.getByText(/^(Reconciled|Ledger reconciled)$/).first()).toBeVisible();
    await choose(page, 'العربية');
    await expect(page.getByText('جدول السداد').first()).toBeVisible();
    await expect(page.getByText(/[٠-٩]٬?[٠-٩]{3}٫[٠-٩]{2}(\sAED)?$/).first()).toBeVisible();
    const reference = page.url().split('/').pop() ?? '';
    await expect(page.getByText(reference).first()).toBeVisible();
    await expectSoundPage(page, 'arabic-facility');
  });

  test('figures can be typed in Arabic digits', async ({ browserOf }) => {
    const page = await browserOf(OFFICER);
    await visit(page, '/credit/simulate');
    await choose(page, 'العربية');
    await page.getByLabel('تكلفة الأصل').fill('١٢٠٬٠٠٠');
    await page.getByLabel('الدفعة المقدمة').fill('٢٠٬٠٠٠');
    await page.getByLabel('معدل الربح السنوي (٪)').fill('١٢٪');
    await page.getByLabel('إجمالي الربح').fill('٦٬٠٠٠');
    await page.getByLabel('عدد الأقساط').fill('١٠');
    for (const [name, profit] of [
      ['مرابحة', '٦٬٠٠٠٫٠٠ AED'],
      ['إجارة', '٥٬٥٨٢٫٠٨ AED'],
      ['مشاركة متناقصة', '٥٬٥٠٠٫٠٠ AED'],
    ]) {
      await expect(page.getByRole('region', { name, exact: true })).toContainText(profit);
    }
    await expectSoundPage(page, 'arabic-simulator');
  });

  const pages: [string, typeof HR, string][] = [
    ['home', HR, '/'],
    ['home-employee', NEW_EMPLOYEE, '/'],
    ['people', HR, '/people'],
    ['analytics', HR, '/analytics'],
    ['analytics-appraisals', HR, '/analytics/appraisals'],
    ['audit', HR, '/audit'],
    ['roles', ADMINISTRATOR, '/roles'],
    ['jobs', ADMINISTRATOR, '/jobs'],
    ['api-tokens', ADMINISTRATOR, '/api-tokens'],
    ['webhooks', ADMINISTRATOR, '/webhooks'],
    ['leave', HR, '/leave'],
    ['notifications', HR, '/notifications'],
    ['search', HR, '/search?q=a'],
    ['guide', HR, '/guide'],
    ['guide-permissions', HR, '/guide/permissions'],
    ['guide-administrator', ADMINISTRATOR, '/guide/administrator'],
    ['settings-template', HR, '/settings/templates'],
    ['credit-list', OFFICER, '/credit'],
    ['credit-queue', ADMINISTRATOR, '/credit/queue'],
    ['credit-disclosure-sheet', OFFICER, `/credit/simulate/sheet?${TERMS}`],
    ['credit-trial-balance', ADMINISTRATOR, '/credit/trial-balance'],
    ['credit-reports', ADMINISTRATOR, '/credit/reports'],
  ];
  for (const [name, person, path] of pages) {
    test(`${name} is sound in Arabic`, async ({ browserOf }) => {
      const page = await browserOf(person, { locale: 'ar-AE' });
      await visit(page, path);
      await expectLanguage(page, 'ar', 'rtl');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSoundPage(page, `arabic-${name}`);
      expect(await page.evaluate(raggedCells), 'cells whose lines share no edge').toEqual([]);
    });
  }

  test('everything that is made for paper is sound in Arabic', async ({ browserOf }) => {
    const [finalized] = await allAppraisals('finalized');
    const confirmed = (await allStaff()).find((staff) => staff.employmentConfirmedAt !== null);
    const approved = '/api/leave/requests?scope=all&status=approved';
    const { data } = await (await as(HR)).get<{ data: { id: string }[] }>(approved);
    const page = await browserOf(HR);
    await visit(page, '/');
    await choose(page, 'العربية');
    for (const [path, title] of [
      [`/appraisals/${finalized.id}/print`, /^تقييم الأداء: /],
      [`/people/${confirmed?.id}/confirmation`, 'خطاب تثبيت'],
      [`/leave/${data[0].id}/certificate`, 'شهادة إجازة'],
    ] as const) {
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expectSoundPage(page, `arabic${path.replaceAll('/', '-')}`);
    }
  });

  test('a finalized appraisal is sound in Arabic', async ({ browserOf }) => {
    const [finalized] = await allAppraisals('finalized');
    const page = await browserOf(HR, { locale: 'ar' });
    await visit(page, `/appraisals/${finalized.id}`);
    await expect(page.getByRole('heading', { name: 'سجل الموافقات' })).toBeVisible();
    await expectSoundPage(page, 'arabic-form-finalized');
  });
});

test.describe('before and beside the workspace', () => {
  test('the sign-in page speaks what the browser likes, until somebody chooses', async ({
    visitor,
  }) => {
    const page = await visitor({ locale: 'ar-SA' });
    await page.goto('/login');
    await expectLanguage(page, 'ar', 'rtl');
    await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible();
    await expectSoundPage(page, 'arabic-login');
    await page.getByRole('button', { name: 'English', exact: true }).click();
    await expectLanguage(page, 'en', 'ltr');
    await expect(page).toHaveURL(/\/login$/);
    await page.reload();
    await expectLanguage(page, 'en', 'ltr');
  });

  test('a page in English does not load the letters of Arabic', async ({ visitor }) => {
    const page = await visitor();
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') {
        fonts.push(request.url());
      }
    });
    await page.goto('/login');
    await settled(page);
    await expect(page.getByRole('button', { name: 'العربية' })).toBeVisible();
    expect(fonts.filter((font) => font.includes('arabic'))).toEqual([]);
  });

  test('the switch works without JavaScript and comes back to its page', async ({ visitor }) => {
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto('/login?next=%2Fleave');
    await page.getByRole('button', { name: 'العربية', exact: true }).click();
    await expectLanguage(page, 'ar', 'rtl');
    await expect(page).toHaveURL(/\/login\?next=%2Fleave$/);
    await page.getByRole('button', { name: 'English', exact: true }).click();
    await expectLanguage(page, 'en', 'ltr');
  });

  test('a customer reads the portal in Arabic', async ({ visitor }) => {
    const page = await visitor();
    await giveThePassword(page, CUSTOMER);
    await expect(page.getByText(`Welcome, ${CUSTOMER.name}.`)).toBeVisible();
    await settled(page);
    await choose(page, 'العربية');
    await expect(page.getByRole('heading', { level: 1, name: 'تمويلاتي' })).toBeVisible();
    await expectSoundPage(page, 'arabic-portal-home');
    await page.getByRole('link', { name: /^عرض التفاصيل/ }).first().click();
    await expect(page.getByRole('heading', { name: 'جدول السداد' })).toBeVisible();
    await expectSoundPage(page, 'arabic-portal-facility');
    await page.getByRole('link', { name: 'كشف الحساب' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'كشف الحساب' })).toBeVisible();
    await expectSoundPage(page, 'arabic-portal-statement');
    await page.reload();
    await expectLanguage(page, 'ar', 'rtl');
  });
});
