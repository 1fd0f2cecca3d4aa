import { curlCommand, environmentOf, type OperationName } from '@mailrig/contract';
import type { Account, JournalEntry } from '../control-types.ts';
import { activeKey } from '../send/active-key.ts';

/** A request that can be sent again. */
export interface Repeatable {
  readonly method: string;
  /** Path with its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, if it has a body. */
  readonly body: string | undefined;
}

/** Headers that decide what the API does; the others belong to the program that sent the request. */
const meaningful = ['content-type', 'idempotency-key', 'x-idempotency-key'];

/**
 * The request as it can be sent again; `undefined` if the journal lacks a part of it: the token of an
 * upload, or a body that it does not store.
 *
 * @param key API key to send it with.
 */
export function repeatable(entry: JournalEntry, key: string): Repeatable | undefined {
  const { operation, method, path, query, headers, body } = entry;
  const hadBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
  if (operation === 'putUpload' || (hadBody && body === undefined)) return undefined;
  const kept = meaningful.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    method,
    target: `${path}${query}`,
    headers: {
      ...('authorization' in headers || 'x-api-key' in headers ? { authorization: `Bearer ${key}` } : {}),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(kept),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** The request without its idempotency key, which would only repeat the first response. */
export function withoutIdempotencyKey(request: Repeatable): Repeatable {
  const headers = Object.entries(request.headers).filter(([name]) => !name.endsWith('idempotency-key'));
  const leaveOut = (name: string, value: unknown) => (name === 'idempotencyKey' ? undefined : value);
  return {
    ...request,
    headers: Object.fromEntries(headers),
    body: request.body === undefined ? undefined : JSON.stringify(JSON.parse(request.body), leaveOut),
  };
}

/** The languages that a request can be copied in. */
export const codeForms = ['curl', 'TypeScript', 'fetch'] as const;

export type CodeForm = (typeof codeForms)[number];

/** The request as code; `undefined` if the journal lacks a part of it, or the client has no call for it. */
export function asCodeIn(
  form: CodeForm,
  entry: JournalEntry,
  accounts: readonly Account[],
): string | undefined {
  const key = keyFor(entry, accounts);
  const request = repeatable(entry, key);
  if (!request || form === 'TypeScript') return request && asClientCall(entry, key);
  const { target, ...parts } = request;
  return form === 'curl'
    ? curlCommand({ ...parts, url: location.origin + target }, ' \\\n  ')
    : asFetch(request);
}

/** A key that works for a request; if there is none, the beginning of one. */
export function keyFor({ accountId, headers }: JournalEntry, accounts: readonly Account[]): string {
  const { authorization = '', 'x-api-key': apiKey = '' } = headers;
  const environment = environmentOf(authorization || apiKey) === 'test' ? 'test' : 'live';
  const account = accounts.find(({ id }) => id === accountId);
  return activeKey(account, environment) ?? `sk_${environment}_…`;
}

/** The request as a call of `fetch`. */
function asFetch({ method, target, headers, body }: Repeatable): string {
  const init = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    `headers: ${indented(headers)},`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(JSON.parse(body))}),`]),
  ];
  const url = JSON.stringify(location.origin + target);
  return `const response = await fetch(${url}, {\n  ${init.join('\n  ')}\n});\n`;
}

/** The method of the client for each operation, and what it takes. `putUpload` needs a file. */
const clientCalls: Readonly<Record<string, ClientCall | undefined>> = {
  sendEmail: ['emails.send', ['body']],
  listEmails: ['emails.list', ['query']],
  getEmail: ['emails.get', ['id']],
  getEmailStats: ['emails.stats', []],
  createUpload: ['attachments.createUpload', ['body']],
  putUpload: undefined,
  confirmUpload: ['attachments.confirm', ['id']],
  listContactLists: ['lists.list', ['query']],
  createContactList: ['lists.create', ['body']],
  updateContactList: ['lists.update', ['id', 'body']],
  getContactList: ['lists.get', ['id']],
  deleteContactList: ['lists.delete', ['id']],
  getContactListStats: ['lists.stats', ['id']],
  listContacts: ['list', ['query']],
  createContact: ['create', ['body']],
  getContact: ['get', ['id']],
  updateContact: ['update', ['id', 'body']],
  suppressContact: ['suppress', ['id', 'reason']],
  deleteContact: ['delete', ['id']],
  verifyEmail: ['verification.verify', ['email']],
  createVerificationBatch: ['verification.createBatch', ['emails']],
  getVerification: ['verification.get', ['id']],
  listVerifications: ['verification.list', ['query']],
  getVerificationStats: ['verification.stats', []],
} satisfies Readonly<Record<OperationName, ClientCall | undefined>>;

type ClientCall = readonly [method: string, takes: readonly Argument[]];

/** The whole body or query, the id in the path, or one member of the body. */
type Argument = 'body' | 'query' | 'id' | 'reason' | 'email' | 'emails';

/** The request as a call of our client; `undefined` if the client has none for it. */
function asClientCall({ operation, path, query, body }: JournalEntry, key: string): string | undefined {
  const call = operation === undefined ? undefined : clientCalls[operation];
  if (!call) return undefined;
  const [method, takes] = call;
  // `/api/v1/contact-lists/{listId}/contacts/{id}`: other paths have at most one id.
  const ids = path.split('/').slice(4).map(decodeURIComponent);
  const isContact = path.split('/')[5] === 'contacts';
  const member = (name: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  const given = takes.flatMap((argument) => {
    if (argument === 'id') return [text(isContact ? ids[2] : ids[0])];
    if (argument === 'body') return [text(body)];
    if (argument !== 'query') return [text(member(argument))];
    const asked = Object.fromEntries(
      [...new URLSearchParams(query)].map(([name, value]) => [
        name,
        /^\d+$/.test(value) ? Number(value) : value,
      ]),
    );
    return Object.keys(asked).length === 0 ? [] : [text(asked)];
  });
  const owner = isContact ? `mail.contacts(${text(ids[0])})` : 'mail';
  return `import { Mailrig } from 'mailrig';

const mail = new Mailrig({ apiKey: ${text(key)}, baseUrl: ${text(location.origin)} });
const result = await ${owner}.${method}(${given.join(', ')});
`;
}

/** A value as TypeScript: JSON with names without quotes if they need none. */
function text(value: unknown): string {
  return (JSON.stringify(value, undefined, 2) ?? 'undefined').replaceAll(
    /^( *)"([A-Za-z_$][\w$]*)":/gm,
    '$1$2:',
  );
}

function indented(value: unknown): string {
  return text(value).replaceAll('\n', '\n  ');
}
