import { formatTimestamp, isOperation, matchPath, type Operation, operations } from '@mailrig/contract';
import type { PageOf } from '../list-verbs/list.ts';
import { present } from '../../service/state/copy.ts';
import type { LoggedRequest } from '../../service/state/logged-request.ts';
import type { Store } from '../../service/state/store.ts';
import { redactKeys } from '../../service/wire/redact.ts';
import { faultText } from './fault-text.ts';
import type { SendFacts, Sends } from './sends.ts';
import { firstOf } from '@mailrig/contract/checking';

/** A request in one line. */
export interface RequestRow
  extends
    Pick<
      LoggedRequest,
      | 'requestId'
      | 'accountId'
      | 'operation'
      | 'method'
      | 'status'
      | 'code'
      | 'field'
      | 'sentId'
      | 'fault'
      | 'durationMs'
    >,
    Partial<SendFacts> {
  /** Who or what it is about, such as recipient and subject; absent if there is nothing to name. */
  readonly about?: string;
  /** What the fault did that it met, such as `503` or `connection reset, after it ran`. */
  readonly faultText?: string;
  /** Why it was refused, in the words of the response: its first 300 characters. */
  readonly reason?: string;
  /** The first 200 characters of the path and the query. */
  readonly target: string;
  /** Number of fields that the service ignored (A122). */
  readonly ignoredFieldCount: number;
  /** When its response was ready. ISO 8601. */
  readonly at: string;
}

/** A request in one line. Without `sends`, it does not have the number of the attempt. */
export function requestRow(entry: LoggedRequest, store: Store, sends?: Sends): RequestRow {
  const { requestId, accountId, operation, method, path, query, status, code, field, fault } = entry;
  const { sentId, faultMet, durationMs } = entry;
  const facts = sends?.factsOf(entry);
  return present({
    requestId,
    at: formatTimestamp(entry.at),
    accountId,
    operation,
    method,
    target: `${path}${query}`.slice(0, 200),
    about: requestTitle(entry, store),
    status,
    code,
    field: field && redactKeys(field),
    reason: status === undefined || status < 400 ? undefined : reasonOf(entry),
    sentId,
    fault,
    faultText: faultMet && faultText(faultMet),
    ...facts,
    idempotencyKey: facts?.idempotencyKey && redactKeys(facts.idempotencyKey),
    ignoredFieldCount: entry.ignoredFields?.length ?? 0,
    durationMs,
  });
}

/** Why a request was refused, in the words of its response. */
export function reasonOf({ response }: LoggedRequest): string | undefined {
  // The whole body may be longer than the request log stores; the message comes early in it.
  const [, text] = /"message":("(?:[^"\\]|\\.)*")/.exec(response?.body ?? '') ?? [];
  return text === undefined ? undefined : redactKeys(String(JSON.parse(text))).slice(0, 300);
}

/** Requests that were refused for the same reason. */
export interface RefusalGroup {
  readonly operation?: string;
  /** Error code of the responses. */
  readonly code: string;
  /** The field at fault, if all of them named the same one. */
  readonly field?: string;
  readonly count: number;
}

/** Counts refusals by their reason. */
export class RefusalTally {
  readonly #groups = new Map<string, RefusalGroup>();

  add({ operation, code, field }: LoggedRequest): void {
    if (code === undefined) return;
    const key = JSON.stringify([operation, code, field]);
    const count = (this.#groups.get(key)?.count ?? 0) + 1;
    this.#groups.set(key, present({ operation, code, field: field && redactKeys(field), count }));
  }

  /** The most frequent reasons first, at most 10. */
  get groups(): readonly RefusalGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count).slice(0, 10);
  }
}

/** Input of `listRequests` for the sends that {@link failedSendsText} shows. */
export const failedSends = { operation: 'sendEmail', outcome: 'error', limit: 3 } as const;

/** The latest sends that failed as text, for errors about a message that is missing; empty if there are none. */
export function failedSendsText({ requests, total = 0 }: PageOf<'requests', RequestRow>): string {
  if (total === 0) return '';
  const lines = requests.map(({ status, code, reason, faultText, about }) => {
    const why = faultText === undefined ? `${status} ${code}: ${reason}` : `fault: ${faultText}`;
    return `  ${about === undefined ? '' : `${about}: `}${why}`;
  });
  const sends = total === 1 ? '1 request to send an email' : `${total} requests to send an email`;
  return `\n${sends} failed${total > lines.length ? `; the latest ${lines.length}` : ''}:\n${lines.join('\n')}`;
}

/** Most characters of a subject or a name. */
const most = 80;

/** Who or what a request is about, in one line: a recipient and a subject, a contact, a list, a file. */
function requestTitle({ operation, path, body, sentId }: LoggedRequest, store: Store): string | undefined {
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
