import type { Sandbox, SweepTask, SweepTasks } from '@mailrig/sandbox';
import { request } from './scenarios.ts';

export { send } from './scenarios.ts';

/** A small program, as people write them, that a sweep should see through. */
export interface Program<S = never> {
  /** Fills the sandbox before the sweep. */
  readonly prepare?: (sandbox: Sandbox) => Promise<void>;
  readonly scenario: SweepTasks<S>;
  /** What the report says about it; absent if it is correct. */
  readonly shows?: string;
}

/** A program; its type of state follows from its `setup`. */
export function plan<S = undefined>(program: Program<S>): Program<S> {
  return program;
}

/** Two tasks that do the same. */
export function twice<S>(task: SweepTask<S>): SweepTasks<S>['tasks'] {
  return { 'worker 1': task, 'worker 2': task };
}

/** A row of an outbox. */
export interface Row {
  readonly to: string;
  isClaimed: boolean;
  isSent: boolean;
  attempts: number;
  key?: string;
}

/** An outbox with an email for each address. */
export function rowsFor(...addresses: string[]): Row[] {
  return addresses.map((to) => ({ to, isClaimed: false, isSent: false, attempts: 0 }));
}

export function get<Data>(fork: Sandbox, path: string): Promise<Data> {
  return request(fork, 'GET', path);
}

export function post<Data>(fork: Sandbox, path: string, json: object): Promise<Data> {
  return request(fork, 'POST', path, json);
}

export function put<Data>(fork: Sandbox, path: string, json: object): Promise<Data> {
  return request(fork, 'PUT', path, json);
}

/** Creates a list with one contact. */
export async function oneContact(sandbox: Sandbox): Promise<void> {
  const { id } = await post<{ id: string }>(sandbox, '/contact-lists', { name: 'Readers' });
  await post(sandbox, `/contact-lists/${id}/contacts`, {
    email: 'ada@example.org',
    firstName: 'Ada',
    lastName: 'Lovelace',
  });
}

/** The list of {@link oneContact}. */
export function listPath(fork: Sandbox): string {
  return `/contact-lists/${fork.contactLists.list()[0]?.id}`;
}

/** The contact of {@link oneContact}. */
export function contactPath(fork: Sandbox): string {
  return `${listPath(fork)}/contacts/${fork.contacts.list()[0]?.id}`;
}
