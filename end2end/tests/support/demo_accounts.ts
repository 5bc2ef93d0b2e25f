// The demo accounts, and all other staff of the demo, who have the same password.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Person {
  name: string;
  email: string;
  password: string;
}

interface DemoAccount extends Person {
  role: string;
  desk: string | null;
}

function readDemoAccounts(): DemoAccount[] {
  const given = process.env.MIZAN_DEMO_ACCOUNTS;
  if (!given) {
    throw new Error('MIZAN_DEMO_ACCOUNTS is not set: run these tests by `cargo xtask test e2e`.');
  }
  return JSON.parse(existsSync(given) ? readFileSync(given, 'utf8') : given);
}

const accounts = readDemoAccounts();

/** The demo account with a role, by its label on the sign-in page. */
export function atStage(desk: string): Person {
  const found = accounts.find((account) => account.desk === desk);
  if (!found) {
    throw new Error(`No demo account is shown as "${desk}".`);
  }
  return found;
}

/** After a failure a new process continues the tests, and needs the passwords of the first one. */
const NEWCOMERS = join(process.env.MIZAN_DATA ?? '.', 'newcomers.jsonl');

/** Stores the password of a person who is not part of the demo. */
export function remember(person: Person): Person {
  appendFileSync(NEWCOMERS, `${JSON.stringify(person)}\n`);
  return person;
}

function newcomer(email: string): Person | undefined {
  const lines = existsSync(NEWCOMERS) ? readFileSync(NEWCOMERS, 'utf8').split('\n') : [];
  const people: Person[] = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  return people.findLast((person) => person.email === email);
}

/** Any member of staff: all those of the demo have the same password. */
export function colleague(name: string, email: string): Person {
  return newcomer(email) ?? { name, email, password: accounts[0].password };
}

export const HR = atStage('HR');
export const MANAGING_DIRECTOR = atStage('Managing director');
export const ADMINISTRATOR = atStage('Administrator');
export const DEPARTMENT_HEAD = atStage('Department head');
export const LINE_MANAGER = atStage('Line manager');
export const NEW_MANAGER = atStage('Employee on probation (manager)');
export const NEW_EMPLOYEE = atStage('Employee on probation');
