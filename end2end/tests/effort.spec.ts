// Twelve tasks from the home page of their role, with at most a third more steps than the fewest
// possible: one for each choice, value and confirmation that only this person can give.
import type { Page } from '@playwright/test';
import { appraisalAt, as, monday, newcomer, personOf } from './support/api';
import {
  ADMINISTRATOR,
  HR,
  LINE_MANAGER,
  MANAGING_DIRECTOR,
  atStage,
  colleague,
  type Person,
} from './support/demo_accounts';
import { Effort } from './support/effort';
import { expect, test, visit } from './support/test';

const OFFICER = atStage('Credit officer');
const REVIEWER = atStage('Credit reviewer');
const SHARIAH = atStage('Shariah officer');
const CASHIER = atStage('Cashier');

test.describe.configure({ timeout: 120_000 });

interface Task {
  name: string;
  /** The fewest possible steps. */
  fewest: number;
  /** The steps in the first version of the pages, in words. */
  before?: string;
  /** Prepares the records, and returns the person and the steps from the home page. */
  begin: () => Promise<[Person, (page: Page, effort: Effort) => Promise<void>]>;
}

const found = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(name) });

/** Opens a record by the search of all records. */
async function open(page: Page, effort: Effort, name: string): Promise<void> {
  await effort.press(page, 'Control+k');
  await effort.fill(page.getByRole('combobox', { name: 'Search' }), name);
  await expect(found(page, name).first()).toBeVisible();
  await effort.press(page, 'Enter');
}

/** Presses the button of an action and confirms the question. */
async function confirm(page: Page, effort: Effort, button: string): Promise<void> {
  await effort.click(page.getByRole('button', { name: button, exact: true }).first());
  const dialog = page.getByRole('dialog', { name: /\?$/ });
  await effort.click(dialog.getByRole('button', { name: button, exact: true }));
}

async function facility(to: 'reviewed' | 'approved' | 'active'): Promise<string> {
  const [officer, reviewer, shariah] = [await as(OFFICER), await as(REVIEWER), await as(SHARIAH)];
  const customers = await officer.get<{ data: { id: string }[] }>('/api/customers');
  const { facilityRef } = await officer.post<{ facilityRef: string }>('/api/credit/facilities', {
    customerId: customers.data[0].id,
    productType: 'murabaha',
    assetCost: '12000',
    fixedTotalProfit: '1200',
    termPeriods: 12,
    periodsPerYear: 12,
    asset: { description: 'Printing press' },
  });
  const path = `/api/credit/facilities/${facilityRef}`;
  await officer.post(`${path}/review`);
  await reviewer.post(`${path}/approve`);
  if (to === 'reviewed') {
    return facilityRef;
  }
  await shariah.post(`${path}/approve`);
  await shariah.post(`${path}/asset-owned`, { documentRef: 'Invoice 17' });
  if (to === 'active') {
    await shariah.post(`${path}/activate`);
  }
  return facilityRef;
}

/** An action of the Shariah officer on a facility in one of their queues. */
async function fromQueue(
  to: 'reviewed' | 'approved',
  queue: RegExp,
  action: string,
  status: string,
): ReturnType<Task['begin']> {
  const reference = await facility(to);
  return [
    SHARIAH,
    async (page, effort) => {
      await effort.click(page.getByRole('link', { name: queue }));
      await effort.click(page.getByRole('link', { name: reference }));
      await confirm(page, effort, action);
      await expect(page.getByText(status).first()).toBeVisible();
    },
  ];
}

const TASKS: Task[] = [
  {
    name: 'Start two appraisals',
    fewest: 6,
    before: '8 clicks, 4 fields',
    begin: async () => {
      const staff = [await newcomer({ confirmed: true }), await newcomer({ confirmed: true })];
      return [
        HR,
        async (page, effort) => {
          await effort.click(page.getByRole('link', { name: 'Start appraisals' }));
          for (const { name } of staff) {
            await effort.fill(page.getByRole('searchbox', { name: 'Employees' }), name);
            await effort.click(page.getByRole('button', { name: new RegExp(`^${name}`) }));
            await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
          }
          await effort.click(page.getByRole('button', { name: 'Start 2 appraisals' }));
          const question = page.getByRole('dialog', { name: 'Start the selected appraisals?' });
          await effort.click(question.getByRole('button', { name: 'Start appraisals' }));
          await expect(page.getByRole('status').filter({ hasText: '2 of 2 started' })).toBeVisible();
        },
      ];
    },
  },
  {
    name: 'Find a person and open their page',
    fewest: 3,
    begin: async () => {
      const staff = await newcomer({ confirmed: true });
      return [
        HR,
        async (page, effort) => {
          await open(page, effort, staff.name);
          await expect(page.getByRole('heading', { level: 1, name: staff.name })).toBeVisible();
        },
      ];
    },
  },
  {
    name: 'Approve an appraisal',
    fewest: 3,
    before: '3 clicks',
    begin: async () => {
      const { staffId } = await appraisalAt('pending_md');
      const subject = await personOf(staffId);
      return [
        MANAGING_DIRECTOR,
        async (page, effort) => {
          const notice = `Review ${subject.name}`;
          await effort.click(page.getByRole('link', { name: new RegExp(notice) }).first());
          await confirm(page, effort, 'Approve');
          await expect(page.getByText('Appraisal approved.').first()).toBeVisible();
        },
      ];
    },
  },
  {
    name: 'Finalize an appraisal',
    fewest: 3,
    before: '4 clicks and scrolling',
    begin: async () => {
      const { staffId } = await appraisalAt('pending_hr');
      const subject = await personOf(staffId);
      return [
        HR,
        async (page, effort) => {
          const notice = `Review ${subject.name}`;
          await effort.click(page.getByRole('link', { name: new RegExp(notice) }).first());
          await confirm(page, effort, 'Finalize');
          await expect(page.getByText('Appraisal finalized.').first()).toBeVisible();
        },
      ];
    },
  },
  {
    name: 'Request leave',
    fewest: 6,
    before: '2 clicks and scrolling, without the fields',
    begin: async () => {
      const staff = await newcomer({ confirmed: true });
      return [
        colleague(staff.name, staff.email),
        async (page, effort) => {
          await effort.click(page.getByRole('link', { name: 'Request leave' }));
          await effort.select(page.getByLabel('Type'), 'annual');
          await effort.fill(page.getByLabel('First day'), monday(20));
          await effort.fill(page.getByLabel('Last day'), monday(20));
          await effort.fill(page.getByLabel('Reason'), 'A wedding');
          await effort.click(page.getByRole('button', { name: 'Submit request' }));
          await expect(page.getByRole('row', { name: /A wedding/ })).toContainText('Pending');
        },
      ];
    },
  },
  {
    name: 'Approve leave',
    fewest: 2,
    begin: async () => {
      const staff = await newcomer({ confirmed: true });
      const api = await as(colleague(staff.name, staff.email));
      const date = monday(21);
      const dates = { startDate: date, endDate: date };
      await api.post('/api/leave/requests', { type: 'sick', ...dates, reason: 'A wedding' });
      return [
        LINE_MANAGER,
        async (page, effort) => {
          await effort.click(page.getByRole('link', { name: /^Leave approvals/ }));
          const row = page.getByRole('row', { name: new RegExp(`^${staff.name}`) });
          await effort.click(row.getByRole('button', { name: /^Approve/ }));
          await expect(row).toHaveCount(0);
        },
      ];
    },
  },
  {
    name: 'Record a payment',
    fewest: 5,
    before: '4 clicks',
    begin: async () => {
      const reference = await facility('active');
      return [
        CASHIER,
        async (page, effort) => {
          await open(page, effort, reference);
          await effort.click(page.getByRole('link', { name: 'Record payment' }).first());
          await effort.fill(page.getByLabel('Reference', { exact: true }), 'FT-1');
          await effort.click(page.getByRole('button', { name: 'Record payment' }));
          await expect(page).toHaveURL(/\/payments\?recorded=/);
        },
      ];
    },
  },
  {
    name: 'Structure a facility and submit it',
    fewest: 10,
    before: '8 clicks',
    begin: async () => [
      OFFICER,
      async (page, effort) => {
        await effort.click(page.getByRole('link', { name: 'Credit', exact: true }));
        await effort.click(page.getByRole('link', { name: 'Simulator' }));
        await effort.fill(page.getByLabel('Asset cost'), '120,000');
        await effort.fill(page.getByLabel('Total profit'), '6,000');
        await effort.fill(page.getByLabel('Number of instalments'), '10');
        const card = page.getByRole('region', { name: 'Murabaha', exact: true });
        await effort.click(card.getByRole('link', { name: 'Create facility' }));
        const customer = page.getByLabel('Customer', { exact: true });
        const first = await customer.locator('option').nth(1).getAttribute('value');
        await effort.select(customer, first ?? '');
        await effort.fill(page.getByLabel('Asset description', { exact: true }), 'Printing press');
        await effort.click(page.getByRole('button', { name: 'Create draft' }));
        await confirm(page, effort, 'Submit for review');
        await expect(page.getByText('Pending review').first()).toBeVisible();
      },
    ],
  },
  {
    name: 'Give Shariah approval',
    fewest: 4,
    begin: () => fromQueue('reviewed', /^Pending Shariah approval/, 'Approve', 'Approved'),
  },
  {
    name: 'Activate a facility',
    fewest: 4,
    begin: () => fromQueue('approved', /^Ready to activate/, 'Activate', 'Active'),
  },
  {
    name: 'Print the statement of account of a facility',
    fewest: 5,
    begin: async () => {
      const reference = await facility('active');
      return [
        CASHIER,
        async (page, effort) => {
          await open(page, effort, reference);
          await effort.click(page.getByRole('button', { name: 'More', exact: true }));
          await effort.click(page.getByRole('link', { name: 'Statement of account' }));
          await page.evaluate(() => Object.assign(window, { print: () => undefined }));
          await effort.click(page.getByRole('button', { name: 'Print' }));
        },
      ];
    },
  },
  {
    name: 'Disable the access of an employee',
    fewest: 5,
    begin: async () => {
      const staff = await newcomer({ confirmed: true });
      return [
        ADMINISTRATOR,
        async (page, effort) => {
          await open(page, effort, staff.name);
          await confirm(page, effort, 'Disable access');
          await expect(page.getByRole('button', { name: 'Restore access' })).toBeVisible();
        },
      ];
    },
  },
];

for (const [position, { name, fewest, before, begin }] of TASKS.entries()) {
  test(`${name}: at most a third more steps than the fewest`, async ({ browserOf }) => {
    const [person, perform] = await begin();
    const page = await browserOf(person);
    await visit(page, '/');
    const effort = new Effort();
    await perform(page, effort);
    effort.store(position, name, fewest, before);
    expect(effort.steps).toBeLessThanOrEqual(Math.floor((fewest * 4) / 3));
  });
}
