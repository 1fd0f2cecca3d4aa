import { environmentOf } from '@mailrig/contract';
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

/** The request as it can be sent again, with a key that works; `undefined` if the log lacks its token or body. */
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

export type CodeFormat = (typeof codeForms)[number];

/** A request as code that runs as it stands. */
export function asCode(format: CodeFormat, request: Sendable): string {
  const url = location.origin + request.target;
  return format === 'curl' ? curlCommand({ ...request, url }, ' \\\n  ') : asClientCall(request);
}

/** The request as a call of our client: a send by its method, any other by `mail.request`. */
function asClientCall({ operation, method, target, headers, body: sent }: Sendable): string {
  const key = headers['authorization']?.replace('Bearer ', '');
  const [path = '', query] = target.split('?', 2);
  const body: unknown = sent === undefined ? undefined : JSON.parse(sent);
  const parameters = query ? Object.fromEntries(new URLSearchParams(query)) : undefined;
  const options = parameters || body !== undefined ? `, ${text({ query: parameters, body })}` : '';
  const call =
    operation === 'sendEmail'
      ? `emails.send(${text(body)})`
      : `request(${text(method)}, ${text(path)}${options})`;
  return `import { Mailrig } from 'mailrig';

const mail = new Mailrig({ apiKey: ${text(key)}, baseUrl: ${text(location.origin)} });
const result = await mail.${call};
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

/** Put in by the build, because the contract's table would bring its schemas along: the names of the operations. */
declare const apiOperations: readonly string[];

export const operationNames = apiOperations;
