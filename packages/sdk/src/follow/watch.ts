import type { Email } from '@mailrig/contract';
import { AbortError, clockError } from '../errors/client-errors.ts';
import { requestPart } from '../options/request-options.ts';
import { everyItem, type PageWindow } from '../results/pagination.ts';
import { ClockRefusal, parseDate, type Time } from '../runtime/time.ts';
import type { ChangesOptions, ChangeSource } from './changes.ts';
import { positionAt, type SavedPosition } from './cursor.ts';
import { type EmailMilestone, milestonesOf } from './milestones.ts';
import { ChangePosition } from './position.ts';
import type { ListEmails } from './wait-for-email.ts';

const operation = 'changes';
const oneHour = 3_600_000;
const oneMinute = 60_000;
const reason = { for: 'change', words: 'until the next poll for changes of emails' } as const;

/** Polls the list of emails for the milestones that they have reached since the last poll. */
export function watchChanges(
  list: ListEmails,
  options: ChangesOptions,
  since: SavedPosition | undefined,
  time: Time,
): ChangeSource {
  const { follow = oneHour, requestsPerMinute = 20, signal, totalTimeout } = options;
  const request = { ...requestPart(options), signal, totalTimeout };
  const waiter = time.waiter();
  let position = since && new ChangePosition(since);

  /** The milestones of all emails that are followed, and the requests that it took to read them. */
  const readAll = async ({ since: startDate }: ChangePosition) => {
    const found: EmailMilestone[] = [];
    let requests = 0;
    const read = (window: PageWindow) => {
      requests += 1;
      return list({ startDate, ...window }, request);
    };
    for await (const email of everyItem(read, 0)) found.push(...changesOf(email));
    return { found, requests };
  };

  /** The position after everything that has happened so far. */
  const begin = async () => {
    const { response } = await list({ limit: 1 }, request).withResponse();
    const now = parseDate(response.headers.get('date') ?? '') ?? time.now();
    const start = new ChangePosition(positionAt(now - follow));
    for (const change of (await readAll(start)).found) start.report(change);
    return start;
  };

  const pause = (milliseconds: number) =>
    waiter.sleep(milliseconds, signal, reason).catch((cause: unknown) => {
      if (cause instanceof ClockRefusal) throw clockError({ operation, outcome: 'unknown' }, cause);
      throw new AbortError({ operation, outcome: 'not-sent', cause });
    });

  return {
    get cursor() {
      return position?.toString();
    },
    async *changes() {
      position ??= await begin();
      for (;;) {
        const { found, requests } = await readAll(position);
        for (const change of found.toSorted(byTime)) if (position.report(change)) yield change;
        position.forget(follow);
        await pause((requests * oneMinute) / requestsPerMinute);
      }
    },
  };
}

function changesOf(email: Email): EmailMilestone[] {
  return milestonesOf(email).map((reached) => ({ ...reached, email }));
}

/** Milestones without a time come last. */
function byTime({ at: one = '~' }: EmailMilestone, { at: other = '~' }: EmailMilestone): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
