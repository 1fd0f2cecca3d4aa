import { type Email, limits, type ListEmailsQuery } from '@mailrig/contract';
import { fieldsOf } from '../call/fields.ts';
import { validationError } from '../call/request.ts';
import { isAPIError } from '../errors/guards.ts';
import type { RequestOptions } from '../options.ts';
import { fingerprint } from '../runs/fingerprint.ts';
import { itemTasks, type OpenItem, type PastItem } from '../runs/items.ts';
import { mayBeDone } from '../runs/patience.ts';
import type { RunContext, RunKind } from '../runs/run.ts';
import { now, uuid } from '../runtime.ts';
import { findSent } from './find-sent.ts';

/** What a run needs of a send. */
interface Sendable {
  readonly idempotencyKey?: string | undefined;
}

/** What a run needs of the result of a send. */
interface Sent {
  readonly messageId: string;
  readonly skipped: boolean;
}

/** The methods that a run calls. */
export interface SendMethods<Item, Value> {
  readonly send: (email: Item, options: RequestOptions) => Promise<Value>;
  readonly list: (query: ListEmailsQuery, options: RequestOptions) => AsyncIterable<Email>;
  /** Makes the result of a send from the record in the list. */
  readonly toResult: (email: Email) => Value;
}

/** Milliseconds for which a key certainly prevents a second email: the service's 24 hours, less one. */
const keyLifetime = limits.idempotencyLifetime - 3_600_000;

/**
 * Sends emails one by one. With a journal, an email has the same idempotency key on every start. When the
 * service may have forgotten the key, the email is looked for in the list before it is sent again.
 */
export function sendMany<Item extends Sendable, Value extends Sent>(
  methods: SendMethods<Item, Value>,
): RunKind<Item, Value> {
  return {
    operation: 'sendMany',
    concurrency: 10,
    tasks: (context) =>
      itemTasks<Item, Value>(context, {
        identify,
        perform: (open, past) => send(methods, context, open, past),
      }),
  };
}

async function send<Item extends Sendable, Value extends Sent>(
  methods: SendMethods<Item, Value>,
  { journal, patience, requests, polls }: RunContext<Item>,
  { item, key, startedAt, isResumed }: OpenItem<Item>,
  past: ReadonlyMap<string, PastItem<Value>>,
) {
  if (typeof item !== 'object' || item === null)
    throw validationError('sendEmail', [
      { field: '', message: 'must be an email to send', value: undefined },
    ]);
  const ownKey = key === undefined ? uuid() : `${journal.id}.${key}`;
  const email = { ...item, idempotencyKey: item.idempotencyKey ?? ownKey };
  const find = async () => {
    const others = new Set([...past.values()].flatMap((one) => ('value' in one ? one.value.messageId : [])));
    const listed = await findSent(methods.list, email, startedAt, others, polls);
    return listed && methods.toResult(listed);
  };
  let mayBeSent = isResumed;
  const value = await patience.persist(async () => {
    const sentBefore = mayBeSent && now() - startedAt > keyLifetime ? await find() : undefined;
    if (sentBefore) return sentBefore;
    try {
      return await methods.send(email, requests);
    } catch (error) {
      // An earlier try was accepted, and differed in something such as the id of an attachment.
      const isOther = mayBeSent && isAPIError(error, 'IDEMPOTENCY_CONFLICT');
      mayBeSent ||= mayBeDone(error);
      const sent = isOther ? await find() : undefined;
      if (sent) return sent;
      throw error;
    }
  });
  // With a key of its own, or after an earlier try, the email that was sent before is this one.
  return { value, skipped: value.skipped && item.idempotencyKey !== undefined && !mayBeSent };
}

/** Your idempotency key, or else the whole email. */
async function identify(item: unknown): Promise<string | undefined> {
  const { idempotencyKey } = fieldsOf(item);
  return typeof idempotencyKey === 'string' ? idempotencyKey : fingerprint(item);
}
