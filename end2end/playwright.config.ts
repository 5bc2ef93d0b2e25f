// `cargo xtask test e2e` serves fresh demos and passes them in MIZAN_DEMOS, a list of settings.
// Each worker process uses one of them as its environment:
//   MIZAN_URL      the URL of the server
//   MIZAN_DEMO_ACCOUNTS  the demo accounts, a JSON file
//   MIZAN_DATA     its data directory          MIZAN_LOG        its log file
//   DATABASE_URL   its database
// The same names can be set manually for a single server. For all servers:
//   MIZAN_BINARY   the server program          CHROMIUM_PATH    the browser
//   MIZAN_TEST_LONG  set to run all cases
import { defineConfig, devices } from '@playwright/test';
import { demos } from './tests/support/demos';

const asRoot = process.getuid?.() === 0;
Object.assign(process.env, demos[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]);

/** Specs that measure, or check the data that all others left behind: run last, by one process. */
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
  // A gate retries once and reports the test as flaky; a local run fails immediately.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: './results/report.json' }]],
  use: {
    baseURL: process.env.MIZAN_URL ?? 'http://127.0.0.1:3000',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    // Traces take half of the time of a run: a gate records one only on a retry.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [
    { name: 'together', use: chromium, testIgnore: ALONE, outputDir: './results/together' },
    { name: 'alone', use: chromium, testMatch: ALONE, outputDir: './results/alone' },
  ],
});
