// The effort of a task: what a person does from the home page until the task is done.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

/** The file names of tasks, in the folder that the report of the benchmarks reads. */
const FOLDER = './results/effort';

export class Effort {
  clicks = 0;
  fields = 0;
  keys = 0;

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  /** Fills a field; going there is part of it, as with the tab key. */
  async fill(field: Locator, text: string): Promise<void> {
    this.fields += 1;
    await field.fill(text);
  }

  async select(field: Locator, option: string): Promise<void> {
    this.fields += 1;
    await field.selectOption(option);
  }

  async press(page: Page, key: string): Promise<void> {
    this.keys += 1;
    await page.keyboard.press(key);
  }

  get steps(): number {
    return this.clicks + this.fields + this.keys;
  }

  /**
   * Stores the effort for the report.
   *
   * @param before the steps in the first version of the pages, in words
   */
  store(position: number, task: string, fewest: number, before?: string): void {
    mkdirSync(FOLDER, { recursive: true });
    const { clicks, fields, keys } = this;
    const found = { task, clicks, fields, keys, fewest, before };
    const name = `${String(position).padStart(2, '0')}.json`;
    writeFileSync(join(FOLDER, name), `${JSON.stringify(found)}\n`);
  }
}
