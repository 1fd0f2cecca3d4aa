import type { Snapshot } from '@mailrig/sandbox';
import { emailTo, type Filled } from './fill.ts';

/** Prepares a call to measure on one sandbox. */
type Measured = (filled: Filled, count: number) => () => unknown;

/** The calls to measure at each size, in the order of the table. Pages have 20 items. */
export const calls: Readonly<Record<string, Measured>> = {
  'send an email': (filled) => {
    let number = 0;
    return post(filled, '/emails', () => emailTo(`reader${number++}@example.org`));
  },
  'emails, page 1': (filled) => get(filled, '/emails'),
  'emails, page in the middle': (filled, count) => get(filled, `/emails?page=${middle(count)}`),
  'emails by status, page 1': (filled) => get(filled, '/emails?status=delivered'),
  'emails by status, page in the middle': (filled, count) =>
    get(filled, `/emails?status=delivered&page=${middle(count)}`),
  'emails to an address': (filled) => get(filled, '/emails?to=person7@example.org'),
  'emails until a moment, page 1': (filled) => get(filled, `/emails?endDate=${filled.halfTime}`),
  'create a contact': (filled) => {
    let number = 0;
    return post(filled, contactsOf(filled), () => ({ email: `new${number++}@example.org` }));
  },
  'contacts, page 1': (filled) => get(filled, contactsOf(filled)),
  'contacts, page in the middle': (filled, count) =>
    get(filled, `${contactsOf(filled)}?page=${middle(count)}`),
  'contacts by status, page 1': (filled) => get(filled, `${contactsOf(filled)}?status=active`),
  'contacts by status, page in the middle': (filled, count) =>
    get(filled, `${contactsOf(filled)}?status=active&page=${middle(count)}`),
  'suppress a contact': (filled) => {
    let number = 0;
    const contact = () => filled.contactIds[number++ % filled.contactIds.length] ?? '';
    return () => post(filled, `${contactsOf(filled)}/${contact()}/suppress`, () => ({ reason: 'manual' }))();
  },
  'counters of a list': (filled) => get(filled, '/contact-lists'),
  'snapshot()':
    ({ sandbox }) =>
    () =>
      sandbox.snapshot(),
  'restore()': ({ sandbox }) => {
    const snapshots: Snapshot[] = [sandbox.snapshot()];
    return () => snapshots.forEach((snapshot) => sandbox.restore(snapshot));
  },
  'snapshot(), a send, restore()': (filled) => {
    const { sandbox } = filled;
    const send = post(filled, '/emails', () => emailTo('reader@example.org'));
    return async () => {
      const snapshot = sandbox.snapshot();
      await send();
      sandbox.restore(snapshot);
    };
  },
};

const apiKey = 'sk_live_sandbox';

function contactsOf({ listId }: Filled): string {
  return `/contact-lists/${listId}/contacts`;
}

/** The number of the middle page. */
function middle(count: number): number {
  return Math.ceil(count / 20 / 2);
}

function get({ sandbox }: Filled, path: string): () => Promise<string> {
  const url = `${sandbox.baseUrl}/api/v1${path}`;
  const init = { headers: { 'x-api-key': apiKey } };
  return async () => text(await sandbox.fetch(url, init));
}

function post({ sandbox }: Filled, path: string, body: () => unknown): () => Promise<string> {
  const url = `${sandbox.baseUrl}/api/v1${path}`;
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  return async () =>
    text(await sandbox.fetch(url, { method: 'POST', headers, body: JSON.stringify(body()) }));
}

/** Throws unless the call succeeded. */
async function text(response: Response): Promise<string> {
  const body = await response.text();
  if (!response.ok) throw new Error(body);
  return body;
}
