// Actions of users on the pages, by mouse and keyboard.
import { expect, type Locator, type Page } from '@playwright/test';
import { day, mark } from './api';
import type { Person } from './demo_accounts';
import { alive } from './test';

/** The bar at the bottom of the form. */
export function bar(page: Page): Locator {
  return page.getByRole('region', { name: 'Progress' });
}

/** The overall score in the bar. */
export async function shownScore(page: Page): Promise<string> {
  const found = (await bar(page).innerText()).match(/\d\.\d{4}/);
  return found ? found[0] : '';
}

/** The scores as stored. */
export interface Scores {
  kpi: string;
  competency: string;
  behaviour: string;
  overall: string;
}

/** Opens the score breakdown, reads its four scores and closes it again. */
export async function explainedScores(page: Page): Promise<Scores> {
  const summary = bar(page).getByText(/^(Provisional|Final$)/);
  await summary.click();
  const panel = page.getByRole('region', { name: 'Score breakdown' });
  await expect(panel.getByRole('term').first()).toBeVisible();
  const terms = await panel.getByRole('term').allInnerTexts();
  const values = await panel.getByRole('definition').allInnerTexts();
  await summary.click();
  const place = (name: string) => terms.findIndex((term) => term.startsWith(name));
  const factor = (name: string) => rounded(terms[place(name)].split('×')[1]);
  return {
    kpi: rounded(values[place('KPIs ')]),
    competency: factor('Competencies'),
    behaviour: factor('Behaviours'),
    overall: values[place('Overall score')].trim(),
  };
}

/** A decimal of any length, rounded half up to four digits without floats. */
export function rounded(decimal: string): string {
  const [whole, fraction = ''] = decimal.trim().split('.');
  const digits = fraction.padEnd(5, '0');
  const up = digits[4] >= '5' ? 1n : 0n;
  const tenThousandths = BigInt(whole + digits.slice(0, 4)) + up;
  const text = tenThousandths.toString().padStart(5, '0');
  return `${text.slice(0, -4)}.${text.slice(-4)}`;
}

/** Starts a probation review after checking its proposed terms. */
export async function initiate(
  page: Page,
  person: Person,
  stages: { isManager: boolean; lineManager: string; departmentHead: string },
): Promise<void> {
  await page.getByRole('link', { name: 'Start appraisals' }).click();
  await page.getByRole('searchbox', { name: 'Employees' }).fill(person.name);
  await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).click();

  const ready = page.getByRole('region', { name: '1 ready' });
  const from = ready.getByLabel(`Review period start: ${person.name}`);
  const to = ready.getByLabel(`Review period end: ${person.name}`);
  const period = async () => `${await from.inputValue()} to ${await to.inputValue()}`;
  const annual = await period();
  await page.getByLabel('Review type').selectOption('Probationary');
  await expect.poll(period).not.toBe(annual);
  await from.fill(day(-150));
  await to.fill(day(-1));
  await ready.getByLabel(`Role category: ${person.name}`).selectOption('other');
  await ready.getByLabel(`People manager: ${person.name}`).setChecked(stages.isManager);
  await expect(ready).toContainText(stages.lineManager);
  await expect(ready).toContainText(stages.departmentHead);

  await page.getByRole('button', { name: 'Start 1 appraisal' }).click();
  const question = page.getByRole('dialog', { name: 'Start the selected appraisals?' });
  await expect(question).toContainText('can’t be undone');
  await question.getByRole('button', { name: 'Start appraisals' }).click();
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
}

/** Opens the appraisal of a person from the pending items. */
export async function openFromHome(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Home' }).click();
  const waiting = page.getByRole('region', { name: 'Your tasks' });
  await waiting.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Scores all rows with the mouse. */
export async function scoreAll(page: Page, groups: RegExp, shift: number): Promise<void> {
  const rows = page.getByRole('radiogroup', { name: groups });
  const count = await rows.count();
  expect(count).toBeGreaterThan(20);
  for (let position = 0; position < count; position += 1) {
    await rows.nth(position).getByRole('radio').nth(mark(position, shift) - 1).check();
  }
}

/** Answers every question of a section. */
export async function answerAll(page: Page, section: string, answer: string): Promise<void> {
  const fields = page.getByRole('region', { name: section }).getByRole('textbox');
  for (const field of await fields.all()) {
    await field.fill(answer);
  }
}

/** Presses the button of the stage, confirms the question, and waits for the next page. */
export async function signOff(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: /\?$/ });
  await expect(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: button }).click();
  await page.waitForURL(/[?&]done=/);
}

/** The self-assessment, from the first score to the submission. */
export async function assessSelf(page: Page): Promise<void> {
  await scoreAll(page, /^Self-rating/, 1);
  const achieved = page.getByRole('textbox', { name: /^Actual achievement/ });
  await achieved.first().fill('Closed every month by the fourth working day.');
  await answerAll(page, 'Self-assessment', 'Learned the procedures of the house.');
  await signOff(page, 'Submit self-assessment');
  await expect(page.getByText('Self-assessment submitted.').first()).toBeVisible();
}

/** The line manager's review; returns the scores in the bar and in the breakdown before it. */
export async function reviewAll(page: Page): Promise<Scores> {
  await scoreAll(page, /^Line manager’s rating/, 0);
  await page.getByRole('textbox', { name: /^Comment/ }).first().fill('I agree with the evidence.');
  await answerAll(page, 'Career development', 'Agreed in the discussion.');
  const scores = await explainedScores(page);
  expect(await shownScore(page)).toBe(scores.overall);
  await summarize(page);
  await signOff(page, 'Submit review');
  await expect(page.getByText('Review submitted.').first()).toBeVisible();
  return scores;
}

/** Follows the advice of the confirmation: it leads to the summary that is missing. */
async function summarize(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submit your review?' });
  await expect(dialog).toContainText('You can submit without these.');
  const summary = dialog.getByRole('link', { name: 'A summary in two sentences' });
  await summary.click();
  await expect(dialog).toBeHidden();
  const field = page.getByRole('region', { name: 'Line manager’s assessment' }).getByRole('textbox');
  await expect(field.first()).toBeFocused();
  await page.keyboard.type('A reliable year. Two targets were passed early.');
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(dialog).toBeVisible();
  await expect(summary).toHaveCount(0);
  await page.keyboard.press('Escape');
}

/** An approval with a comment. */
export async function approve(page: Page, comment: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Comment/ }).fill(comment);
  await signOff(page, 'Approve');
  await expect(page.getByText('Appraisal approved.').first()).toBeVisible();
}

/** Signs in with the form of the sign-in page. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await alive(page, () => page.getByRole('button', { name: 'Sign in' }).click());
}

/** Signs in with the card of a demo account. */
export async function enterAs(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  const card = page.getByRole('button', { name: new RegExp(`^${person.name}`) });
  await alive(page, () => card.click());
}
