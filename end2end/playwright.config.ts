// `cargo xtask test e2e` serves fresh demos and names them in MIZAN_DEMOS, a list of settings; each
// process that runs tests takes one of them as its own environment:
//   MIZAN_URL      where it listens            MIZAN_CAST       file: who can sign in (JSON)
//   MIZAN_DATA     its data folder             MIZAN_LOG        file: what it logged
//   DATABASE_URL   its database
// By hand the same names can be set for a single server. For all of them:
//   MIZAN_BINARY   their program               CHROMIUM_PATH    the browser to drive
//   MIZAN_TEST_LONG  set for the full figures
import { defineConfig, devices } from '@playwright/test';
import { demos } from './tests/support/demos';

const asRoot = process.getuid?.() === 0;
Object.assign(process.env, demos[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]);

/** What measures, or looks at what all others left behind: run when they are done, by one process. */
const ALONE = [/figures\.spec/, /without_secrets\.spec/];

const chromium = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1280, height: 800 },
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      ...(asRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};

export default defineConfig({
  testDir: './tests',
  workers: demos.length,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A gate asks a second time and reports what needed it as flaky; at a desk it fails at once.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: './results/report.json' }]],
  use: {
    baseURL: process.env.MIZAN_URL ?? 'http://127.0.0.1:3000',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    // A trace is half of the work of a run: a gate makes one only when it asks again.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [
    { name: 'together', use: chromium, testIgnore: ALONE, outputDir: './results/together' },
    { name: 'alone', use: chromium, testMatch: ALONE, outputDir: './results/alone' },
  ],
});
