import { createSandbox, type Sandbox, type Snapshot } from '@mailrig/sandbox';
import { limits } from '../../../packages/contract/src/index.ts';
import { emailTiming } from '../../../packages/sandbox/src/service/lifecycles/email.ts';
import { verificationTiming } from '../../../packages/sandbox/src/service/lifecycles/verification.ts';
import { createContactList } from '../../../packages/sandbox/src/service/operations/contact-lists.ts';
import { createContact } from '../../../packages/sandbox/src/service/operations/contacts.ts';
import { runDue } from '../../../packages/sandbox/src/service/rules/due.ts';
import { sendEmail } from '../../../packages/sandbox/src/service/operations/emails.ts';
import type { Context, Settings } from '../../../packages/sandbox/src/service/rules/context.ts';
import type { ContactListRecord } from '../../../packages/sandbox/src/service/state/records.ts';
import { Store } from '../../../packages/sandbox/src/service/state/store.ts';

/** A sandbox with a number of contacts in one list, and as many emails. */
export interface Filled {
  readonly sandbox: Sandbox;
  readonly listId: string;
  /** Ids of some active contacts, spread over the list. */
  readonly contactIds: readonly string[];
  /** The time at which half of the emails had been sent. */
  readonly halfTime: string;
  readonly bytesPerContact: number;
  readonly bytesPerEmail: number;
}

/** Emails per second on the sandbox's clock. */
const perSecond = 100;
const start = Date.parse('2026-01-01T00:00:00Z');

/** Memory that does not depend on the number of records, and is not counted. */
const logged = { events: 1_000, requests: 100 };

const settings: Settings = {
  limits: { ...limits, storedBytes: 0, storedEmails: 0 },
  timing: { email: emailTiming, verification: verificationTiming },
  outcomes: (address) => (address.includes('0@') ? 'bounced' : undefined),
  verifier: () => undefined,
  disposable: new Set(),
};

/**
 * Creates contacts and emails by calling the operations directly: a million requests would take minutes.
 *
 * @param html Body of the emails. Default: a few words.
 */
export function fill(count: number, html?: string): Filled {
  const sandbox = createSandbox({
    rateLimit: false,
    limits: { storedBytes: 0 },
    clock: 'manual',
    startAt: start,
    eventLogSize: logged.events,
    requestLogSize: logged.requests,
  });
  const store = storeLike(sandbox.snapshot(), sandbox);
  const context = contextOf(store);
  const { list } = createContactList.run(
    context,
    input({ name: 'Everyone', customFields }),
    undefined,
  ).result;
  const other = createContactList.run(context, input({ name: 'Others', customFields }), undefined).result;
  for (let number = 0; number < logged.events; number++) addContact(context, other.list, number);

  const empty = usedHeap();
  for (let number = 0; number < count; number++) addContact(context, list, number);
  const withContacts = usedHeap();
  for (let number = 0; number < count; number++) {
    sendEmail.run(
      context,
      input({ ...emailTo(`person${number}@example.org`), ...(html !== undefined && { html }) }),
      undefined,
    );
    if (number % perSecond === 0) store.clock.moveTo(store.clock.now() + 1_000);
  }
  const withEmails = usedHeap();

  sandbox.restore(store.snapshot());
  const contacts = store.contacts.select(['list', list.id]);
  const step = Math.floor(count / 500);
  return {
    sandbox,
    listId: list.id,
    contactIds: Array.from({ length: 500 }, (_, index) => contacts.newest(index * step, 1)[0]?.id ?? ''),
    halfTime: new Date(start + (count / perSecond / 2) * 1_000).toISOString(),
    bytesPerContact: (withContacts - empty) / count,
    bytesPerEmail: (withEmails - withContacts) / count,
  };
}

const headers = new Headers();
const customFields = [{ key: 'plan', label: 'Plan', type: 'text' as const }];

function addContact(context: Context, list: ContactListRecord, number: number): void {
  const contact = {
    email: `person${number}@example.org`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    customFields: { plan: 'pro' },
  };
  createContact.run(context, { ...input(contact), params: { listId: list.id } }, list);
}

/** The body of a send. */
export function emailTo(to: string) {
  return {
    from: 'ada@example.com',
    to,
    subject: 'Welcome',
    html: '<p>Welcome, Grace</p>',
  };
}

/** The input of an operation. The body is parsed from JSON, like that of a request. */
function input<T>(body: T) {
  return {
    params: {},
    query: undefined,
    body: JSON.parse(JSON.stringify(body)) as T,
    headers,
  };
}

function storeLike(snapshot: Snapshot, { wire }: Sandbox): Store {
  const store: Store = new Store({
    clock: { at: start, frozen: true },
    randomSeed: 'scale',
    wire,
    ...logged,
    run: (due) => runDue(store, settings, due),
  });
  store.restore(snapshot);
  return store;
}

function contextOf(store: Store): Context {
  const [account] = store.accounts.all();
  if (!account) throw new Error('A sandbox starts with an account.');
  return { store, settings, account, environment: 'live', uploadOrigin: 'http://uploads.mailrig.test' };
}

function usedHeap(): number {
  if (!globalThis.gc) throw new Error('Run with --expose-gc.');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
