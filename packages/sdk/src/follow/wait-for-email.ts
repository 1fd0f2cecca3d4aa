import { type Email, fieldsOf, type ListEmailsQuery, oneOf } from '@mailrig/contract';
import { mustBeOneOf, type Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import type { Caller } from '../call/caller.ts';
import { waitWithin } from '../call/waits.ts';
import { createAPIError } from '../errors/api-errors.ts';
import { EmailEndedError } from '../errors/client-errors.ts';
import { invalidOption } from '../errors/mailrig-error.ts';
import {
  checkOptions,
  milliseconds,
  requestPart,
  requestRows,
  type RequestOptions,
} from '../options/request-options.ts';
import type { PagePromise } from '../results/page-promise.ts';
import type { SendResult } from '../endpoints/send.ts';
import { canReach, type Milestone, milestones, milestonesOf } from './milestones.ts';

/** Options of `waitFor`. Durations are in milliseconds. */
export interface WaitForEmailOptions extends RequestOptions {
  /**
   * What to wait for; with several, the first that happens. Default: any final status, `delivered`, `bounced` or
   * `failed`.
   */
  readonly until?: Milestone | readonly Milestone[] | undefined;
  /** Time limit for the whole wait. Default 600,000 (10 minutes). */
  readonly totalTimeout?: number | undefined;
  /**
   * Time between two polls, 100 or more. Default: 1,000 at first, then half as long again each time, at most 15,000. So the
   * first minute takes about 10 requests and each further one 4.
   */
  readonly pollInterval?: number | undefined;
}

const milestone = oneOf(milestones);
const untilHint = ({ input }: { readonly input?: unknown }) => mustBeOneOf(milestones, input, 'one or more');
export const waitForEmailOptions = z.object({
  ...requestRows,
  until: z.optional(
    z.union([milestone, z.array(milestone).check(z.minLength(1, { error: untilHint }))], {
      error: untilHint,
    }),
  ),
  pollInterval: z.optional(milliseconds(100)),
} satisfies Rows<WaitForEmailOptions>);

export type ListEmails = (query: ListEmailsQuery, options: RequestOptions) => PagePromise<Email>;

const operation = 'waitFor';
const defaultTimeout = 600_000;
const firstWait = 1_000;
const longestWait = 15_000;
/** How long the list may lack an email that was accepted. */
const longestLag = 60_000;
const ends: readonly Milestone[] = ['delivered', 'bounced', 'failed'];

/**
 * Polls the list of emails until an email has reached a milestone.
 *
 * @param sent The result of a send, or an id or message id.
 * @param caller Has the time and the log.
 */
export async function waitForEmail(
  list: ListEmails,
  sent: SendResult | string,
  options: WaitForEmailOptions,
  caller: Pick<Caller, 'settings' | 'waiter'>,
): Promise<Email> {
  checkOptions(waitForEmailOptions, options, operation);
  const isSent = typeof sent === 'string' ? sent !== '' : typeof fieldsOf(sent)['messageId'] === 'string';
  if (!isSent) {
    throw invalidOption('the first argument must be the result of a send, or an id of an email', operation);
  }
  const { time } = caller.settings;
  const { until = ends, totalTimeout = defaultTimeout, signal, pollInterval } = options;
  const wanted = typeof until === 'string' ? [until] : until;
  if (typeof sent !== 'string' && sent.sandbox) {
    throw invalidOption('the send was only simulated, so the service does not list it', operation);
  }
  const names = typeof sent === 'string' ? [sent] : [sent.id, sent.messageId];
  const isIt = ({ id, messageId }: Email) => names.includes(id) || names.includes(messageId);
  // Emails are listed by time: once it is known when this one was accepted, one request finds it.
  let acceptedAt = typeof sent === 'string' ? undefined : sent.createdAt;
  // An id alone may be wrong, so an absent email does not mean that the list lags.
  let absentUntil = typeof sent === 'string' ? -Infinity : time.elapsed() + longestLag;
  return waitWithin(
    { operation, outcome: 'unknown', signal, totalTimeout },
    async (waiting) => {
      const request = { ...requestPart(options), signal: waiting.signal };
      for (let wait = pollInterval ?? firstWait; ; wait = pollInterval ?? Math.min(longestWait, wait * 1.5)) {
        waiting.signal?.throwIfAborted();
        waiting.attempts += 1;
        const then = { startDate: acceptedAt, endDate: acceptedAt };
        const email =
          (acceptedAt !== undefined && (await find(list(then, request), isIt))) ||
          (await find(list({}, request), isIt));
        if (email) {
          acceptedAt = email.createdAt;
          absentUntil = time.elapsed() + longestLag;
          if (milestonesOf(email).some(({ milestone }) => wanted.includes(milestone))) return email;
          if (!wanted.some((milestone) => canReach(email, milestone))) {
            throw new EmailEndedError(operation, email, wanted, waiting.attempts);
          }
        } else if (time.elapsed() >= absentUntil) {
          const reason = 'the service lists no such email; emails sent with a test key are never listed';
          throw createAPIError({ operation, code: 'NOT_FOUND', reason, outcome: 'rejected', status: 404 });
        }
        await waiting.sleep(wait, `until the email is ${wanted.join(' or ')}`);
      }
    },
    caller.waiter(operation),
  );
}

async function find(
  emails: AsyncIterable<Email>,
  matches: (email: Email) => boolean,
): Promise<Email | undefined> {
  for await (const email of emails) if (matches(email)) return email;
  return undefined;
}
