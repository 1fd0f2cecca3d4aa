import { type Email, fieldsOf, limits, type ListEmailsQuery } from '@mailrig/contract';
import { plain } from '@mailrig/contract/checking';
import { validationError } from '../call/request.ts';
import { resultOf } from '../endpoints/emails.ts';
import type { SendResult } from '../endpoints/send.ts';
import { isAPIError, mayBeDone } from '../errors/guards.ts';
import type { RequestOptions } from '../options/request-options.ts';
import { fingerprint } from './journals/fingerprint.ts';
import { type DoneItem, itemTasks, type OpenItem } from './items.ts';
import type { RunContext, RunWork } from './perform.ts';
import { uuid } from '../runtime/time.ts';
import {
  earlierSends,
  type EarlierSends,
  isOpenConflict,
  digestOf,
  openConflict,
  uncertain,
} from './earlier-sends.ts';

/** A send, as a run uses it. */
interface Sendable {
  readonly idempotencyKey?: string | undefined;
}

/** The methods that a run calls. */
export interface SendMethods<Item> {
  readonly send: (email: Item, options: RequestOptions) => Promise<SendResult>;
  readonly list: (query: ListEmailsQuery, options: RequestOptions) => AsyncIterable<Email>;
}

/** Milliseconds for which a key certainly prevents a second email: the service's 24 hours, less one. */
const keyLifetime = limits.idempotencyLifetime - 3_600_000;

/**
 * Sends emails one by one. With a journal, an email has the same idempotency key on every start. When the
 * service may have forgotten the key, the email is looked for in the list before it is sent again.
 */
export function sendMany<Item extends Sendable>(methods: SendMethods<Item>): RunWork<Item, SendResult> {
  return {
    concurrency: 10,
    tasks: (context) => {
      let earlier: EarlierSends | undefined;
      const list = (query: ListEmailsQuery) => methods.list(query, context.polls);
      return itemTasks<Item, SendResult>(context, {
        identify,
        digestOf,
        perform: (open, past) => send(methods, context, open, (earlier ??= earlierSends(list, past))),
      });
    },
  };
}

async function send<Item extends Sendable>(
  { send: sendOne }: SendMethods<Item>,
  { journal, outages, requests, time: clock }: RunContext<Item>,
  open: OpenItem<Item>,
  earlier: EarlierSends,
): Promise<DoneItem<SendResult>> {
  const { item, key, digest, isResumed } = open;
  if (typeof item !== 'object' || item === null)
    throw validationError('sendEmail', { field: '', message: 'must be an email to send' });
  const ownKey = key === undefined ? uuid() : `${journal.id}.${key}`;
  const email = { ...plain(item), idempotencyKey: item.idempotencyKey ?? ownKey };
  let { startedAt } = open;
  let mayBeSent = isResumed;
  const mayBeForgotten = (time: number) => clock.now() - time > keyLifetime;
  return outages.persist(async (): Promise<DoneItem<SendResult>> => {
    const infer = (found: Email) => {
      earlier.take(found);
      return { value: resultOf(found), skipped: false, inferred: true };
    };
    // Emails that are alike wait for each other. Otherwise the list would have emails of this start as well.
    const isInDoubt = mayBeForgotten(earlier.oldest(digest));
    const settled = isInDoubt ? await earlier.settle(open, email) : undefined;
    const sentBefore = settled?.emails.get(key);
    if (sentBefore) return infer(sentBefore);
    if (mayBeSent && mayBeForgotten(startedAt)) {
      const found = settled?.found ?? (await earlier.find(email, startedAt));
      if (found.length > 0) throw uncertain(found);
      startedAt = clock.now();
      await open.restart();
    }
    try {
      const value = await sendOne(email, requests);
      if (key !== undefined) earlier.take(value);
      // If the item has its own key or was tried before, the email that was sent before is this one.
      const skipped = value.skipped && item.idempotencyKey !== undefined && !mayBeSent;
      return { value, skipped, inferred: false };
    } catch (error) {
      // An earlier try was accepted, and differed in something such as the id of an attachment.
      const isOther = mayBeSent && isAPIError(error, 'IDEMPOTENCY_CONFLICT');
      const isOpen = isOpenConflict(error, item);
      mayBeSent ||= mayBeDone(error);
      const since = isOther ? startedAt : clock.now() - limits.idempotencyLifetime;
      const found = isOther || isOpen ? await earlier.find(email, since) : [];
      if (found.length > 1) throw uncertain(found);
      if (found[0]) return infer(found[0]);
      throw isOpen ? openConflict(error, 0) : error;
    }
  });
}

/** Your idempotency key, or else the whole email. */
async function identify(item: unknown): Promise<string | undefined> {
  return keyOf(item) ?? fingerprint(item);
}

function keyOf(item: unknown): string | undefined {
  try {
    const { idempotencyKey } = fieldsOf(item);
    return typeof idempotencyKey === 'string' ? idempotencyKey : undefined;
  } catch {
    // The send fails with what a getter throws.
    return undefined;
  }
}
