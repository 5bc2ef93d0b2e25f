// The pages with the keyboard only.
import { appraisalAt, mark, personOf } from './support/api';
import { HR } from './support/demo_accounts';
import { bar } from './support/stages';
import { tabTo } from './support/keyboard';
import { alive, expect, test, visit } from './support/test';

test('a line manager signs in, scores every row and submits by keyboard alone', async ({
  visitor,
}) => {
  test.setTimeout(120_000);
  const detail = await appraisalAt('pending_lm');
  const manager = await personOf(detail.lineManagerStaffId);
  const page = await visitor();
  await page.goto('/login');

  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(manager.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(manager.password);
  await alive(page, () => page.keyboard.press('Enter'));

  const subject = await personOf(detail.staffId);
  const waiting = page.getByRole('region', { name: 'Your tasks' });
  await tabTo(page, waiting.getByRole('link', { name: new RegExp(subject.name) }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: subject.name })).toBeVisible();

  // The last sections may still be on their way.
  await page.waitForLoadState();
  const rows = page.getByRole('radiogroup', { name: /^Line manager’s rating/ });
  const count = await rows.count();
  await tabTo(page, rows.first());
  for (let position = 0; position < count; position += 1) {
    const score = mark(position);
    await page.keyboard.press(String(score));
    await expect(rows.nth(position).getByRole('radio').nth(score - 1)).toBeChecked();
    if (position + 1 < count) {
      await page.keyboard.press('ArrowDown');
    }
  }
  await expect(bar(page)).toContainText(`${count} of ${count}`);

  await page.keyboard.press('Enter');
  const comments = page.getByRole('textbox', { name: /^Comment/ });
  await expect(comments.last()).toBeFocused();
  await page.keyboard.type('Scored without a mouse.');

  await tabTo(page, bar(page).getByRole('button', { name: 'Submit review' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Submit your review?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, dialog.getByRole('button', { name: 'Submit review' }));
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus')).toContainText('Review submitted.');
  await expect(page.getByText('Scored without a mouse.')).toBeVisible();
});

test('what is missing is listed, and each line leads to its field', async ({ browserOf }) => {
  const detail = await appraisalAt('pending_self');
  const page = await browserOf(await personOf(detail.staffId));
  await visit(page, `/appraisals/${detail.id}`);
  const submit = bar(page).getByRole('button', { name: 'Submit self-assessment' });
  await submit.focus();
  await page.keyboard.press('Enter');
  const missing = page.getByRole('dialog', { name: 'Complete before submitting' });
  await expect(missing).toBeVisible();
  await expect(missing.getByRole('link')).toHaveCount(detail.items.length + 6);

  await missing.getByRole('link').last().focus();
  await page.keyboard.press('Enter');
  await expect(missing).toBeHidden();
  const questions = page.getByRole('region', { name: 'Self-assessment' });
  await expect(questions.getByRole('textbox').last()).toBeFocused();

  await page.keyboard.type('Answered.');
  await submit.focus();
  await page.keyboard.press('Enter');
  await expect(missing.getByRole('link')).toHaveCount(detail.items.length + 5);
  await page.keyboard.press('Escape');
  await expect(missing).toBeHidden();
});

test('scores are cleared and moved by keys, and Enter goes to the text of the row', async ({
  browserOf,
}) => {
  const detail = await appraisalAt('pending_self');
  const page = await browserOf(await personOf(detail.staffId));
  await visit(page, `/appraisals/${detail.id}`);
  const rows = page.getByRole('radiogroup', { name: /^Self-rating/ });
  const scored = (row: number, score: number) => rows.nth(row).getByRole('radio').nth(score - 1);
  await scored(0, 1).focus();
  await page.keyboard.press('3');
  await expect(scored(0, 3)).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(scored(0, 4)).toBeChecked();
  await page.keyboard.press('Delete');
  await expect(rows.first().getByRole('radio', { checked: true })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('5');
  await expect(scored(1, 5)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Actual achievement/ }).nth(1)).toBeFocused();
});

test('a half score is typed as it is written, and a button replaces it', async ({ browserOf }) => {
  const detail = await appraisalAt('pending_self');
  const page = await browserOf(await personOf(detail.staffId));
  await visit(page, `/appraisals/${detail.id}`);
  const first = page.getByRole('radiogroup', { name: /^Self-rating/ }).first();
  const other = first.getByRole('textbox', { name: 'Other rating, such as 3.5' });
  const checked = first.getByRole('radio', { checked: true });
  await first.getByRole('radio').first().focus();
  await page.keyboard.type('3.5');
  await expect(other).toBeFocused();
  await expect(other).toHaveValue('3.5');
  await expect(checked).toHaveCount(0);
  await expect(first).toContainText('between Meets expectations and Exceeds expectations');
  await expect(bar(page)).toContainText('All changes saved');
  await alive(page, () => page.reload());
  await expect(other).toHaveValue('3.5');

  await other.fill('7');
  await other.blur();
  await expect(first).toContainText('Enter a rating from 1 to 5');
  await first.getByRole('radio').nth(3).focus();
  await page.keyboard.press('4');
  await expect(other).toHaveValue('');
  await expect(first).not.toContainText('Enter a rating from 1 to 5');
  await expect(first.getByRole('radio').nth(3)).toBeChecked();
});

test('the first stop of a page skips to its content', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/appraisals?scope=all');
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }), 1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the arrow keys move between the rows of a list and Enter opens one', async ({ browserOf }) => {
  const page = await browserOf(HR);
  await visit(page, '/appraisals?scope=all');
  const names = page.getByRole('rowheader').getByRole('link');
  await names.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(names.first()).toBeFocused();
  const name = await names.first().innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('Escape means no to the question before an act, and gives the focus back', async ({
  browserOf,
}) => {
  const detail = await appraisalAt('pending_dept_head');
  const page = await browserOf(await personOf(detail.departmentHeadStaffId ?? ''));
  await visit(page, `/appraisals/${detail.id}`);
  const approve = page.getByRole('button', { name: 'Approve' });
  await approve.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Approve/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: /^Approve/ })).toBeHidden();
  await expect(approve).toBeFocused();
});

test('what is wrong with a form takes the focus and leads to the field', async ({
  browserOf,
  watch,
}) => {
  watch.expect(/status of 400/);
  const page = await browserOf(HR);
  await page.goto('/password');
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password', { exact: true }).fill('quiet harbour morning light');
  await page.getByLabel('Confirm new password').fill('another quiet harbour light');
  await page.keyboard.press('Enter');
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await summary.getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Confirm new password')).toBeFocused();
});
