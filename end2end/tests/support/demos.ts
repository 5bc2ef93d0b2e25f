// The demos that are served for the tests, one for each worker process.

/** The settings of a demo, by the names that playwright.config.ts explains. */
export interface Demo {
  MIZAN_URL?: string;
  MIZAN_DEMO_ACCOUNTS?: string;
  MIZAN_DATA?: string;
  MIZAN_LOG?: string;
  DATABASE_URL?: string;
}

/** The given demos, or the one of the current environment. */
export const demos: Demo[] = JSON.parse(process.env.MIZAN_DEMOS ?? 'null') ?? [process.env];
