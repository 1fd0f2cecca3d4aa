import { isOperation, type Operation, matchPath, operations } from '@mailrig/contract';
import { firstOf } from '@mailrig/contract/checking';
import type { LoggedRequest } from '../../service/state/logged-request.ts';
import type { Store } from '../../service/state/store.ts';
import { redactKeys } from '../../service/wire/redact.ts';

/** Most characters of a subject or a name. */
const most = 80;

/** Who or what a request is about, in one line: a recipient and a subject, a contact, a list, a file. */
export function requestTitle(
  { operation, path, body, sentId }: LoggedRequest,
  store: Store,
): string | undefined {
  if (operation === undefined || !isOperation(operation)) return undefined;
  const row = operations[operation];
  const given = Object(body) as Readonly<Record<string, unknown>>;
  const { id = '', listId = id } = matchPath(row.path, path) ?? {};
  const parts = namesOf[row.resource]({ given, id, listId, sentId, store });
  const text = parts.filter((part) => part !== undefined && part !== '').join(', ');
  return text === '' ? undefined : redactKeys(text);
}

interface Named {
  readonly given: Readonly<Record<string, unknown>>;
  /** The last id in the path. */
  readonly id: string;
  /** The first id in the path. */
  readonly listId: string;
  readonly sentId: string | undefined;
  readonly store: Store;
}

/** What to name, by resource. */
const namesOf: Readonly<Record<Operation['resource'], (named: Named) => readonly (string | undefined)[]>> = {
  emails: ({ given, id, sentId, store }) => {
    const message = store.messages.get(sentId ?? id);
    if (message) return [several(message.to), shortened(message.subject)];
    return [several(given['to']), shortened(given['subject'] ?? given['templateId'])];
  },
  'contact lists': ({ given, id, store }) => [shortened(store.contactLists.get(id)?.name ?? given['name'])],
  contacts: ({ given, id, listId, store }) => [
    store.contacts.get(id)?.email ?? shortened(given['email']),
    shortened(store.contactLists.get(listId)?.name),
  ],
  verification: ({ given }) => [shortened(given['email']), several(given['emails'])],
  attachments: ({ given, id, store }) => [
    shortened(store.attachments.get(id)?.filename ?? given['filename']),
  ],
};

/** One text or a list of them: the first, and how many more there are. */
function several(value: unknown): string | undefined {
  return Array.isArray(value) ? firstOf(value.map((one) => shortened(one) ?? '?')) : shortened(value);
}

function shortened(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.length > most ? `${value.slice(0, most - 1)}…` : value;
}
