import { present } from '../../service/state/copy.ts';
import { metFaultOf } from '../../service/routing/request-log.ts';
import type { LoggedRequest } from '../../service/state/logged-request.ts';
import type { MessageRecord } from '../../service/state/records.ts';
import type { Store } from '../../service/state/store.ts';
import { withoutKeys } from '../../service/wire/redact.ts';
import type { Found, Numbered } from '../list-verbs/list.ts';
import { reasonOf } from '../requests/rows.ts';
import { environmentIn, type Sends } from '../requests/sends.ts';

/** A send that produced no message, in the form of one: its content, as far as the request log has it. */
export interface RefusedSend extends Omit<MessageRecord, 'status'> {
  readonly status: 'refused';
  /** The newest request with its key. */
  readonly request: LoggedRequest;
  /** Error code, or the status, of the response. */
  readonly code: string;
  /** Why, in the words of the response. */
  readonly reason: string;
}

/** A message, or a send that produced none. */
export type Sent = MessageRecord | RefusedSend;

/** Positions between two messages in a list with refused sends. */
const positionsBetween = 1_000_000;

/** The position of a message in a list with refused sends, by its number. */
const positionOf = (number: number): number => (number + 1) * positionsBetween;

/** A list of messages merged with the refused sends. Its numbers, and so its cursors, are positions in the merged list. */
export function withRefused<Row, Whole, First>(
  list: Found<Sent, Row, Whole, First>,
  refused: readonly Numbered<RefusedSend>[],
): Found<Sent, Row, Whole, First> {
  return {
    ...list,
    ...(list.count !== undefined && { count: list.count + refused.length }),
    blocks: (cursor) => blocksWith(list, refused, cursor),
    row: (sent, position) => list.row(sent, Math.floor(position / positionsBetween) - 1),
  };
}

function* blocksWith(
  { blocks }: Pick<Found<Sent, unknown, unknown, unknown>, 'blocks'>,
  refused: readonly Numbered<RefusedSend>[],
  cursor: number | undefined,
): Generator<readonly Numbered<Sent>[]> {
  let remaining = refused.filter(([position]) => cursor === undefined || position < cursor);
  const before = cursor === undefined ? undefined : Math.ceil(cursor / positionsBetween) - 1;
  for (const block of blocks(before)) {
    const positions = block.map(([number, sent]) => [positionOf(number), sent] as const);
    const oldest = positions.at(-1)?.[0] ?? 0;
    const among = remaining.filter(([position]) => position > oldest);
    remaining = remaining.slice(among.length);
    yield [...positions, ...among].sort(([a], [b]) => b - a);
  }
  if (remaining.length > 0) yield remaining;
}

/**
 * The sends of an account that produced no message, newest first, each with its position among the messages. Several
 * attempts with one key are one send, and none if a later attempt succeeded. The first account also has those of
 * requests without a valid key.
 */
export function refusedSends(
  { requests, messages }: Store,
  sends: Sends,
  { id: accountId, isFirst }: { readonly id: string; readonly isFirst: boolean },
): Numbered<RefusedSend>[] {
  const found: Numbered<RefusedSend>[] = [];
  let last = -1;
  let count = 0;
  for (const entry of requests.entries()) {
    const accepted = messages.numberOf(entry.sentId ?? '');
    if (accepted !== undefined && accepted > last) [last, count] = [accepted, 0];
    const isOwn = entry.accountId === accountId || (isFirst && entry.accountId === undefined);
    if (!isOwn || !endsRefused(entry, sends, messages)) continue;
    const before = messages.firstSince(entry.at) - 1;
    if (before > last) [last, count] = [before, 0];
    count += 1;
    found.push([positionOf(last) + count, refusedSend(entry, accountId, sends)]);
  }
  return found.reverse();
}

/** Whether a request is the last one of a send that produced no message. */
function endsRefused(entry: LoggedRequest, sends: Sends, messages: Store['messages']): boolean {
  if (entry.operation !== 'sendEmail' || entry.sentId !== undefined) return false;
  const attempts = sends.attemptsLike(entry);
  return attempts.at(-1) === entry && !attempts.some(({ sentId }) => sentId && messages.get(sentId));
}

function refusedSend(entry: LoggedRequest, accountId: string, sends: Sends): RefusedSend {
  const { requestId, at, headers, status, code, faultMet } = entry;
  const body = Object(withoutKeys(entry.body)) as Readonly<Record<string, unknown>>;
  const { idempotencyKey, attempt } = sends.factsOf(entry) ?? {};
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  return present({
    id: requestId,
    messageId: requestId,
    accountId,
    environment: environmentIn(headers),
    from: textsIn(body['from'])[0] ?? '',
    fromKey: '',
    to: textsIn(body['to']),
    toKeys: [],
    cc: textsIn(body['cc']),
    bcc: textsIn(body['bcc']),
    subject: textsIn(body['subject'])[0] ?? '',
    html: text('html'),
    text: text('text'),
    templateId: text('templateId'),
    headers: Object.fromEntries(
      Object.entries(Object(body['headers'])).filter(
        (header): header is [string, string] => typeof header[1] === 'string',
      ),
    ),
    attachmentIds: textsIn(body['attachmentIds']),
    idempotencyKey,
    attempts: attempt,
    faults: sends.attemptsLike(entry).flatMap((one) => metFaultOf(one) ?? []),
    createdAt: at,
    status: 'refused',
    past: [],
    plan: [],
    request: entry,
    code: code ?? String(status ?? 'no response'),
    reason: reasonOf(entry) ?? (faultMet ? 'A fault broke the connection.' : ''),
  });
}

function textsIn(value: unknown): readonly string[] {
  return [value].flat().filter((item) => typeof item === 'string');
}
