// The demos that are served for these tests, one for each process that runs them.

/** The settings of a demo, by the names that playwright.config.ts explains. */
export interface Demo {
  MIZAN_URL?: string;
  MIZAN_CAST?: string;
  MIZAN_DATA?: string;
  MIZAN_LOG?: string;
  DATABASE_URL?: string;
}

/** Those that were named, or the one of this environment. */
export const demos: Demo[] = JSON.parse(process.env.MIZAN_DEMOS ?? 'null') ?? [process.env];
