import type { Within } from '@mailrig/contract/checking';
import { parsed, refusalIn } from '../control-plane.ts';
import type { LoggedRequest } from '../control-types.ts';
import { dateAndTime, duration, fileSize } from '../format.ts';
import { go, hrefOf, model } from '../model.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { Button, ButtonLink, CopyButton } from '../parts/button.tsx';
import { Actions, Item, Pairs } from '../parts/item.tsx';
import { Json, type Mark, type Marks } from '../parts/json.tsx';
import { Source } from '../parts/source.tsx';
import { messageOf } from '../sandbox-tables.ts';
import { asCode, codeForms, repeatable, withoutIdempotencyKey } from './as-code.ts';

/** Fields that the exchange and the row of the list show, and the number that orders the rows. */
type Elsewhere = Pick<
  LoggedRequest,
  'headers' | 'body' | 'response' | 'faultMet' | 'sequence' | 'idempotencyKey' | 'attempt'
>;

/** One request with its response. */
export function RequestDetail({ entry }: { readonly entry: LoggedRequest }) {
  const { operation, method, path, query, status, code, sentId, field, ignoredFields, ...more } = entry;
  const { at, durationMs, accountId, requestId, fault, clientFault, ...rest } = more;
  rest satisfies Within<typeof rest, Elsewhere>;
  return (
    <Item
      class="request"
      title={operation ?? 'Unknown endpoint'}
      afterTitle={
        <>
          <StatusBadge status={status} />
          {code !== undefined && <code>{code}</code>}
          {fault !== undefined && <Badge text="fault" tone="warn" />}
        </>
      }
      beforeFacts={
        <p class="mono">
          {method} {path}
          {query}
        </p>
      }
      facts={{
        Time: dateAndTime(at),
        Duration: duration(durationMs),
        Account: model.domainOf(accountId) ?? 'none (not authenticated)',
        'Request id': <span class="mono">{requestId}</span>,
        Fault: fault && <span class="mono">{fault}</span>,
        'Field at fault': field && <span class="mono">{field}</span>,
        'Ignored fields': ignoredFields && <span class="mono">{ignoredFields.join(', ')}</span>,
      }}
      afterFacts={
        <>
          {clientFault !== undefined && (
            <p class="problem">
              The client sent its API key to the upload URL. Leave the key out: the URL needs none.
            </p>
          )}
          <Actions label="Use this request">
            {operation === 'sendEmail' && (
              <ButtonLink
                label={sentId === undefined ? 'Open story' : 'Open message'}
                href={hrefOf('messages', sentId ?? requestId)}
              />
            )}
            <Repeat entry={entry} />
          </Actions>
        </>
      }
    >
      <Exchange entry={entry} />
    </Item>
  );
}

interface ExchangeProps {
  readonly entry: LoggedRequest;
  /** The refusal that stands above the exchange, which the field at fault need not repeat. */
  readonly message?: string | undefined;
}

/** Both sides of an exchange. */
export function Exchange({ entry, message }: ExchangeProps) {
  return (
    <div class="body halves">
      <RequestSide entry={entry} message={message} />
      <ResponseSide entry={entry} />
    </div>
  );
}

/** Buttons that copy the request as code or send it again. */
export function Repeat({ entry }: { readonly entry: LoggedRequest }) {
  const { accounts, notify, refresh } = model;
  const request = repeatable(entry, accounts);
  if (!request)
    return <span class="hint">This request cannot be sent again: the log does not have its body.</span>;
  const replay = async () => {
    const { method, target, headers, body } = withoutIdempotencyKey(request);
    try {
      const response = await fetch(target, { method, headers, ...(body !== undefined && { body }) });
      const id = response.headers.get('x-request-id');
      notify(`Sent again: ${response.status}`);
      if (id !== null) go('requests', id);
    } catch (error) {
      notify(`Sent again, but no response came: ${messageOf(error)}`, 'problem');
    }
    refresh();
  };
  return (
    <>
      <Button
        label="Replay"
        title="Sends the request again, without its idempotency key"
        onClick={() => void replay()}
      />
      <span class="grow" />
      {codeForms.map((format) => (
        <CopyButton key={format} text={asCode(format, request)} label={`Copy as ${format}`} />
      ))}
    </>
  );
}

function RequestSide({
  entry,
  message,
}: {
  readonly entry: LoggedRequest;
  readonly message: string | undefined;
}) {
  const { query, body, headers, field, ignoredFields = [] } = entry;
  const full = reasonOf(entry);
  const reason = message?.includes(full) ? 'at fault' : full;
  const queryRows = [...new URLSearchParams(query)].map(
    ([name, value]) => [name, name === field ? <mark class="fault">{value}</mark> : value] as const,
  );
  const marks: Marks = new Map<string, Mark>([
    ...ignoredFields.map((name) => [name, { kind: 'ignored', reason: 'ignored' }] as const),
    ...(field === undefined ? [] : [[field, { kind: 'fault', reason }] as const]),
  ]);
  return (
    <section aria-label="Request">
      <h2>Request</h2>
      {queryRows.length > 0 && <Pairs rows={queryRows} />}
      {body === undefined && queryRows.length === 0 && (
        <p class="hint">
          No body: it was empty, not JSON or over 64 KiB, or the request was refused before it was read.
        </p>
      )}
      {body !== undefined && <Json value={body} marks={marks} />}
      {field !== undefined && body !== undefined && !hasField(body, field) && (
        <p class="hint">
          <mark class="fault">{field}</mark> {reason}
        </p>
      )}
      <HeaderList headers={headers} />
    </section>
  );
}

/** What is wrong with the field, in the words of the response. */
function reasonOf({ response, field = '' }: LoggedRequest): string {
  const { message, fields } = refusalIn(response?.body);
  return fields.get(field) ?? message ?? 'at fault';
}

/** Whether a JSON value has the field with this path. */
function hasField(value: unknown, path: string): boolean {
  let current: unknown = value;
  for (const name of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return false;
    current = Reflect.get(current, name);
  }
  return true;
}

/** The keys that would have been accepted, by their beginnings. */
function ExpectedKeys() {
  const { accounts } = model;
  const keys = accounts.flatMap((account) => account.keys).filter(({ status }) => status === 'active');
  return (
    <p class="caution">
      Expected <code>Authorization: Bearer KEY</code> with one of{' '}
      <code>{keys.map(({ key }) => `${key.slice(0, 16)}…`).join(', ')}</code>.{' '}
      <a href={hrefOf('accounts', undefined, {})}>See the keys</a>
    </p>
  );
}

function ResponseSide({ entry: { response, status } }: { readonly entry: LoggedRequest }) {
  const { body, headers, isCut = false } = response ?? {};
  const value = isCut ? undefined : parsed(body);
  const unlogged =
    status === undefined
      ? 'No response: a fault broke the connection.'
      : 'The log does not have this response.';
  return (
    <section aria-label="Response">
      <h2>
        Response {body !== undefined && <span class="badge plain">{fileSize(new Blob([body]).size)}</span>}
      </h2>
      {body === undefined && <p class="hint">{response ? 'No body.' : unlogged}</p>}
      {body !== undefined && (value === undefined ? <Source text={body} /> : <Json value={value} />)}
      {isCut && <p class="hint">The log has only the first 16 KiB.</p>}
      {status === 401 && <ExpectedKeys />}
      {headers && <HeaderList headers={headers} />}
    </section>
  );
}

function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const rows = Object.entries(headers);
  return (
    <details>
      <summary class="muted">
        Headers <span class="badge plain">{rows.length}</span>
      </summary>
      <Pairs rows={rows} />
    </details>
  );
}
