import {
  environmentOf,
  fillPath,
  matchPath,
  type OperationInput,
  type OperationName,
} from '@mailrig/contract';
import { curlCommand } from '@mailrig/contract/checking';
import type { Account, LoggedRequest } from '../control-types.ts';
import { activeKey } from '../send/send-email.ts';

/** A request that can be sent, again or for the first time. */
export interface Sendable {
  /** Name of the operation, if the API has it. */
  readonly operation: string | undefined;
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
 * The request as it can be sent again, with a key that works; `undefined` if the request log lacks a part of it: the token
 * of an upload, or a body that it does not store.
 */
export function repeatable(entry: LoggedRequest, accounts: readonly Account[]): Sendable | undefined {
  const { operation, method, path, query, headers, body } = entry;
  const hadBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
  if (operation === 'putUpload' || (hadBody && body === undefined)) return undefined;
  return {
    operation,
    method,
    target: `${path}${query}`,
    headers: {
      ...('authorization' in headers || 'x-api-key' in headers
        ? { authorization: `Bearer ${keyFor(entry, accounts)}` }
        : {}),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => meaningful.includes(name))),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** A key that works for a request, or the prefix of one if no key works. */
function keyFor({ accountId, headers }: LoggedRequest, accounts: readonly Account[]): string {
  const { authorization = '', 'x-api-key': apiKey = '' } = headers;
  const environment = environmentOf(authorization || apiKey) === 'test' ? 'test' : 'live';
  const account = accounts.find(({ id }) => id === accountId);
  return activeKey(account, environment) ?? `sk_${environment}_…`;
}

/** The request without its idempotency key, which would only repeat the first response. */
export function withoutIdempotencyKey(request: Sendable): Sendable {
  const headers = Object.entries(request.headers).filter(([name]) => !name.endsWith('idempotency-key'));
  const leaveOut = (name: string, value: unknown) => (name === 'idempotencyKey' ? undefined : value);
  return {
    ...request,
    headers: Object.fromEntries(headers),
    body: request.body && JSON.stringify(JSON.parse(request.body), leaveOut),
  };
}

/** The forms that a request can be copied in. */
export const codeForms = ['curl', 'TypeScript'] as const;

export type CodeForm = (typeof codeForms)[number];

/** A request as code that runs as it stands; `undefined` if the client has no call for it. */
export function asCode(form: CodeForm, request: Sendable): string | undefined {
  const url = location.origin + request.target;
  return form === 'curl' ? curlCommand({ ...request, url }, ' \\\n  ') : asClientCall(request);
}

/** Put in by the build: the path of each operation, by the table of the contract, which would bring its schemas along. */
declare const operationPaths: Readonly<Record<OperationName, string>>;

/** The names of the API's operations. */
export const operationNames = Object.keys(operationPaths);

/** The method of the client for each operation, and what it takes. `putUpload` needs a file. */
const clientCalls: { readonly [Name in OperationName]: ClientCall<Name> | undefined } = {
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
  listContacts: ['contacts({listId}).list', ['query']],
  createContact: ['contacts({listId}).create', ['body']],
  getContact: ['contacts({listId}).get', ['id']],
  updateContact: ['contacts({listId}).update', ['id', 'body']],
  suppressContact: ['contacts({listId}).suppress', ['id', 'reason']],
  deleteContact: ['contacts({listId}).delete', ['id']],
  verifyEmail: ['verification.verify', ['email']],
  createVerificationBatch: ['verification.createBatch', ['emails']],
  getVerification: ['verification.get', ['id']],
  listVerifications: ['verification.list', ['query']],
  getVerificationStats: ['verification.stats', []],
};

type ClientCall<Name extends OperationName> = readonly [method: string, takes: readonly Argument<Name>[]];

/** A parameter of the path, the whole query or body, or one member of the body. */
type Argument<Name extends OperationName, Input = OperationInput<Name>> =
  | keyof OperationInput<Name>['params']
  | (Input extends { readonly query: object } ? 'query' : never)
  | (Input extends { readonly body: infer Body extends object } ? 'body' | keyof Body : never);

/** The request as a call of our client; `undefined` if the client has none for it. */
function asClientCall({ operation = '', target, headers, body: sent }: Sendable): string | undefined {
  const known = Object.hasOwn(clientCalls, operation) && clientCalls[operation as OperationName];
  if (!known) return undefined;
  const [method, takes] = known;
  const [path = '', query] = target.split('?', 2);
  const key = headers['authorization']?.replace('Bearer ', '');
  const ids = Object.entries(matchPath(operationPaths[operation as OperationName], path) ?? {});
  const decoded = Object.fromEntries(ids.map(([name, id]) => [name, decodeURIComponent(id)]));
  const asked = [...new URLSearchParams(query)].map(
    ([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value] as const,
  );
  const body: unknown = sent === undefined ? undefined : JSON.parse(sent);
  const values: Readonly<Record<string, unknown>> = {
    ...Object(body),
    ...decoded,
    body,
    query: asked.length === 0 ? undefined : Object.fromEntries(asked),
  };
  const given = takes.flatMap((name) => (values[name] === undefined ? [] : [text(values[name])]));
  const call = fillPath(method, (name) => text(values[name]));
  return `import { Mailrig } from 'mailrig';

const mail = new Mailrig({ apiKey: ${text(key)}, baseUrl: ${text(location.origin)} });
const result = await mail.${call}(${given.join(', ')});
console.log(result);
`;
}

/** A value as TypeScript: JSON with names without quotes if they need none. */
function text(value: unknown): string {
  return (JSON.stringify(value, undefined, 2) ?? 'undefined').replaceAll(
    /^( *)"([A-Za-z_$][\w$]*)":/gm,
    '$1$2:',
  );
}
