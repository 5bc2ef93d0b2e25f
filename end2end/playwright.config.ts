// `cargo xtask test e2e` starts the server on a fresh demo and sets these:
//   MIZAN_URL      where it listens            MIZAN_CAST       file: who can sign in (JSON)
//   MIZAN_DATA     its data folder             MIZAN_LOG        file: what it logged
//   MIZAN_BINARY   its program                 DATABASE_URL     its database
//   CHROMIUM_PATH  the browser to drive        MIZAN_TEST_LONG  set for the full figures
import { defineConfig, devices } from '@playwright/test';

const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: './tests',
  outputDir: './results/artifacts',
  workers: 1,
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
    trace: 'retain-on-failure',
  },
  projects: [
    {
      name: 'chromium',
      use: {
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
      },
    },
  ],
});
