// Human resources edits the forms: templates, catalogs and the assignment to departments.
import type { Page } from '@playwright/test';
import { as, initiationOf, newcomer } from './support/api';
import { HR } from './support/demo_accounts';
import { expectSoundPage } from './support/page_checks';
import { expect, test, visit } from './support/test';

interface Item {
  categoryLabel: string;
  categoryWeight: string;
  objective: string;
  weight: string;
}

interface Template {
  id: string;
  name: string;
  isArchived: boolean;
  items: Item[];
  departments: { id: string; name: string }[];
}

interface Assignment {
  departmentId: string;
  departmentName: string;
  appraisalTemplateId: string | null;
}

const TEMPLATES = '/api/staff/appraisal-settings/templates';
const ASSIGNMENTS = '/api/staff/appraisal-settings/department-assignments';

let number = 0;

/** A new template with two rows in one category. */
async function someTemplate(): Promise<Template> {
  number += 1;
  const row = (objective: string, weight: string): Item => {
    return { categoryLabel: 'Core KPIs', categoryWeight: '1', objective, weight };
  };
  const name = `Made for a test ${number} ${Date.now()}`;
  const items = [row('Close the month', '0.6'), row('Answer in time', '0.4')];
  return (await as(HR)).post<Template>(TEMPLATES, { name, description: '', items });
}

async function stored(id: string): Promise<Template> {
  const list = await (await as(HR)).get<{ data: Template[] }>(`${TEMPLATES}?archived=true`);
  const found = list.data.find((template) => template.id === id);
  if (!found) {
    throw new Error(`There is no template ${id}.`);
  }
  return found;
}

async function departments(): Promise<Assignment[]> {
  return (await (await as(HR)).get<{ data: Assignment[] }>(ASSIGNMENTS)).data;
}

async function assign(departmentId: string, appraisalTemplateId: string | null): Promise<void> {
  const assignments = [{ departmentId, appraisalTemplateId }];
  await (await as(HR)).patch(ASSIGNMENTS, { assignments });
}

const weights = (page: Page) => page.getByRole('textbox', { name: 'Weight' });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('a template is edited until its weights add up, and then it is saved', async ({
  browserOf,
}) => {
  const template = await someTemplate();
  const page = await browserOf(HR);
  await visit(page, `/settings/templates/${template.id}`);
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('No changes to save.')).toBeVisible();
  await expect(page.getByText('60.00 %', { exact: true })).toBeVisible();

  // The first weight belongs to the category.
  await weights(page).nth(1).fill('0.5989');
  const category = page.getByRole('group', { name: 'Category Core KPIs' });
  await expect(category).toContainText('0.0011 unallocated (tolerance 0.0010)');
  await expect(page.getByText('total 0.9989; they must total 1.0000')).toBeVisible();
  // The button states why it is disabled; a forced click changes nothing.
  await saveButton(page).click({ force: true });
  expect((await stored(template.id)).items[0].weight).toBe('0.6000');

  await category.getByRole('button', { name: 'Add a row to Core KPIs' }).click();
  await expect(page.getByRole('textbox', { name: 'Objective' }).last()).toBeFocused();
  await page.keyboard.type('Keep the books');
  await category.getByRole('button', { name: 'Distribute evenly: Core KPIs' }).click();
  await expect(weights(page).nth(1)).toHaveValue('0.3334');
  await expect(weights(page).nth(3)).toHaveValue('0.3333');
  await expect(category).toContainText('complete');

  await weights(page).nth(1).fill('66.66%');
  await category.getByRole('button', { name: 'Scale to fit: Core KPIs' }).click();
  await expect(weights(page).nth(1)).toHaveValue('0.5000');
  await expect(page.getByText('Not saved')).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  const { items } = await stored(template.id);
  expect(items.map((item) => item.objective)).toEqual([
    'Close the month',
    'Answer in time',
    'Keep the books',
  ]);
  expect(items.map((item) => item.weight)).toEqual(['0.5000', '0.2500', '0.2500']);
});

test('rows are moved by keys and by buttons, and the focus stays with them', async ({
  browserOf,
}) => {
  const template = await someTemplate();
  const page = await browserOf(HR);
  await visit(page, `/settings/templates/${template.id}`);
  const objectives = page.getByRole('textbox', { name: 'Objective' });
  await objectives.nth(1).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(objectives.first()).toHaveValue('Answer in time');
  await expect(objectives.first()).toBeFocused();
  await page.getByRole('button', { name: /^Move down: Row 1/ }).click();
  await expect(objectives.first()).toHaveValue('Close the month');
  const up = page.getByRole('button', { name: /^Move up: Row 1/ });
  await expect(up).toHaveAttribute('aria-disabled', 'true');
});

test('a row goes where the pointer takes it, and is saved there', async ({ browserOf }) => {
  const template = await someTemplate();
  const page = await browserOf(HR);
  await visit(page, `/settings/templates/${template.id}`);
  const objectives = page.getByRole('textbox', { name: 'Objective' });
  const grips = page.locator('.weights-grip');
  // The first handle belongs to the category.
  const from = await grips.nth(1).boundingBox();
  const to = await objectives.nth(1).boundingBox();
  if (!from || !to) {
    throw new Error('The rows are not on the screen.');
  }
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 4, to.y + to.height / 2, { steps: 12 });
  await page.mouse.up();
  await expect(objectives.first()).toHaveValue('Answer in time');
  // A line that was dropped stays in place.
  await page.mouse.move(from.x, from.y, { steps: 4 });
  await expect(objectives.first()).toHaveValue('Answer in time');
  await saveButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  const { items } = await stored(template.id);
  expect(items.map((item) => item.objective)).toEqual(['Answer in time', 'Close the month']);
});

test('rows are pasted from a spreadsheet into a new template', async ({ browserOf }) => {
  const name = `Pasted ${Date.now()}`;
  const page = await browserOf(HR);
  await visit(page, '/settings/templates/new');
  await expect(page.getByText('Enter a template name.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByText('Paste from a spreadsheet').click();
  const field = page.getByLabel('Rows copied from a spreadsheet');
  await field.fill('Close\tDays\tFive\t0.6\nHelp\tDays\tFive\tmuch');
  await page.getByRole('button', { name: 'Replace rows' }).click();
  await expect(page.getByText('Line 2: “much” is not a valid weight.')).toBeVisible();
  const lines = [
    'Category\tShare\tObjective\tMeasure\tTarget\tWeight',
    'Core\t60%\tClose\tDays\tFive\t0.6',
    'Other\t40%\tHelp\t\t\t40%',
  ];
  await field.fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Replace rows' }).click();
  await expect(page.getByRole('group', { name: 'Category Other' })).toContainText('complete');
  await saveButton(page).click();
  await expect(page).toHaveURL(/\/settings\/templates\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').pop() ?? '';
  const template = await stored(id);
  expect([template.name, ...template.items.map((item) => item.weight)]).toEqual([
    name,
    '0.6000',
    '0.4000',
  ]);
});

test('the sample form is scored while it is edited', async ({ browserOf }) => {
  const template = await someTemplate();
  const page = await browserOf(HR);
  await visit(page, `/settings/templates/${template.id}`);
  const bar = page.getByRole('region', { name: 'Save and preview' });
  await expect(bar.locator('.preview-score')).toHaveText('0.8000');
  await bar.locator('summary').click();
  await bar.getByLabel('Rating of Close the month').selectOption('5');
  await expect(bar.locator('.preview-score')).toHaveText('0.9200');
  await weights(page).nth(1).fill('0.5');
  await expect(bar.locator('.preview-score')).toHaveText('0.8200');
  await expect(bar.getByRole('definition').last()).toHaveText('0.3936');
});

test('what is not saved is not lost by a click', async ({ browserOf }) => {
  const template = await someTemplate();
  const page = await browserOf(HR);
  await visit(page, `/settings/templates/${template.id}`);
  await page.getByLabel('Name', { exact: true }).fill('Something else');
  const questions: string[] = [];
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type());
    await (questions.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  const home = page.getByRole('link', { name: 'Home', exact: true });
  await home.click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Something else');
  await home.click();
  await expect(page).toHaveURL(/\/$/);
  expect(questions).toEqual(['beforeunload', 'beforeunload']);
});

test('archiving names the departments that fall back, and they do', async ({ browserOf }) => {
  const template = await someTemplate();
  const [department] = (await departments()).filter((it) => it.appraisalTemplateId !== null);
  const before = department.appraisalTemplateId;
  await assign(department.departmentId, template.id);
  const page = await browserOf(HR);
  await visit(page, '/settings/templates');
  const row = page.getByRole('row').filter({ hasText: template.name });
  await expect(row).toContainText(department.departmentName);
  await row.getByRole('button', { name: `Archive ${template.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Archive ${template.name}?` });
  await expect(dialog).toContainText(department.departmentName);
  await expectSoundPage(page, 'settings-archive-dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect((await stored(template.id)).isArchived).toBe(false);

  await row.getByRole('button', { name: `Archive ${template.name}` }).click();
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(row).toBeHidden();
  const after = (await departments()).find((it) => it.departmentId === department.departmentId);
  expect(after?.appraisalTemplateId).toBeNull();
  await page.getByRole('link', { name: 'Show archived' }).click();
  await expect(row).toContainText('Archived');
  await row.getByRole('link', { name: template.name, exact: true }).click();
  await expect(page.getByText('This template is archived')).toBeVisible();
  await expectSoundPage(page, 'settings-template-archived');
  await assign(department.departmentId, before);
});

test('a catalog of fifteen rows is spread so that it sums to one', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/settings/catalogs?kind=competency');
  await expect(page.getByText('0.0005 over, within tolerance')).toBeVisible();
  await page.getByRole('button', { name: 'Distribute evenly' }).click();
  await expect(weights(page).nth(9)).toHaveValue('0.0667');
  await expect(weights(page).nth(10)).toHaveValue('0.0666');
  await expect(page.getByText('1.0000 · 100.00 %')).toBeVisible();
});

test('departments get templates, and an appraisal that has started keeps its form', async ({
  browserOf,
}) => {
  const hr = await as(HR);
  const person = await newcomer({ confirmed: false });
  const terms = { reviewType: 'annual' as const, isManagerRole: false };
  const started = await hr.post<{ id: string }>(
    '/api/staff/appraisals',
    initiationOf(person.id, terms),
  );
  const form = await hr.detail(started.id);
  const template = await someTemplate();
  const all = await departments();
  const department = all.find((it) => it.departmentId === person.departmentId);
  if (!department) {
    throw new Error('The line manager has no department.');
  }

  const page = await browserOf(HR);
  await visit(page, '/settings/departments');
  const label = `Template of ${department.departmentName}`;
  const choice = page.getByLabel(label, { exact: true });
  await choice.selectOption(template.name);
  await expect(page.getByText('1 department changed.')).toBeVisible();
  await expectSoundPage(page, 'settings-departments-changed');
  await page.getByRole('button', { name: 'Save all' }).click();
  await expect(page.getByText('No changes to save.')).toBeVisible();
  const linked = (await departments()).find((it) => it.departmentId === department.departmentId);
  expect(linked?.appraisalTemplateId).toBe(template.id);
  expect((await hr.detail(started.id)).items).toEqual(form.items);
  await assign(department.departmentId, department.appraisalTemplateId);
});
