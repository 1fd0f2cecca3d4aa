import { type Environment, environmentOf } from '@mailrig/contract';
import type { LoggedRequest } from '../../service/state/logged-request.ts';

/** What the request log shows about one request to send an email. */
export interface SendFacts {
  /** From the body or a header. */
  readonly idempotencyKey?: string;
  /** Which request with this key it is, from 1; absent without a key. */
  readonly attempt?: number;
  /**
   * What the service did: it `accepted` the email, `replayed` the response to an earlier attempt, refused another email
   * with the key of an accepted one (`conflict`, A45), `refused` the email, or did `nothing`, because a fault came
   * first.
   */
  readonly did: 'accepted' | 'replayed' | 'conflict' | 'refused' | 'nothing';
  /** Present if the caller already had a response, for the same key, that accepted the email. */
  readonly isRepeat?: true;
}

/** The requests of one email, in the order of the request log. */
interface Send {
  readonly key: string | undefined;
  readonly entries: LoggedRequest[];
}

/** The requests to send emails, and how they belong together: by the message that they sent and by their key. */
export class Sends {
  readonly #sends = new Map<number, Send>();
  readonly #byKey = new Map<string, Send>();
  readonly #bySentId = new Map<string, Send>();
  readonly #facts = new Map<Send, ReadonlyMap<number, SendFacts>>();

  /** @param entries Oldest first. */
  constructor(entries: readonly LoggedRequest[]) {
    for (const entry of entries) if (entry.operation === 'sendEmail') this.#add(entry);
  }

  #add(entry: LoggedRequest): void {
    const { sentId, idempotencyKey: key } = entry;
    // Keys belong to an account and an environment.
    const name = key && `${entry.accountId} ${environmentIn(entry.headers)} ${key}`;
    const known = this.#bySentId.get(sentId ?? '') ?? this.#byKey.get(name ?? '');
    const isNew = !known || (sentId !== undefined && !isOf(sentId, known));
    // A key may be used again once its email is deleted or a day old. What failed before led to the new email.
    const send = isNew ? { key, entries: known ? failedLast(known) : [] } : known;
    send.entries.push(entry);
    for (const { sequence } of send.entries) this.#sends.set(sequence, send);
    if (name !== undefined) this.#byKey.set(name, send);
    if (sentId !== undefined) this.#bySentId.set(sentId, send);
  }

  /** The facts about a request; `undefined` if it sends no email. */
  factsOf({ sequence }: LoggedRequest): SendFacts | undefined {
    const send = this.#sends.get(sequence);
    if (!send) return undefined;
    const facts = this.#facts.get(send) ?? factsIn(send);
    this.#facts.set(send, facts);
    return facts.get(sequence);
  }

  /** All requests about a message, oldest first: those that sent it, and with its key, all others. */
  attemptsFor(messageId: string): readonly LoggedRequest[] {
    return this.#bySentId.get(messageId)?.entries ?? [];
  }

  /** The requests about the same email, oldest first. A conflict is about another email with its key. */
  attemptsLike(entry: LoggedRequest): readonly LoggedRequest[] {
    const { entries } = this.#sends.get(entry.sequence) ?? { entries: [entry] };
    const isConflict = (one: LoggedRequest) => this.factsOf(one)?.did === 'conflict';
    return isConflict(entry) ? entries.filter(isConflict) : entries;
  }
}

/** Whether a send led to no message yet, or to this one. */
function isOf(sentId: string, { entries }: Send): boolean {
  return entries.every((entry) => entry.sentId === undefined || entry.sentId === sentId);
}

/** Removes the failed requests from the end of a send. */
function failedLast({ entries }: Send): LoggedRequest[] {
  const last = entries.findLastIndex(({ sentId, code }) => sentId !== undefined || code === conflictCode);
  return entries.splice(last + 1);
}

function factsIn({ key, entries }: Send): ReadonlyMap<number, SendFacts> {
  let isAccepted = false;
  let hasResponse = false;
  return new Map(
    entries.map((entry, index) => {
      const did = didOf(entry, isAccepted);
      const isRepeat = hasResponse && did !== 'accepted' && did !== 'conflict';
      isAccepted ||= did === 'accepted';
      hasResponse ||= entry.sentId !== undefined && hasArrived(entry);
      const facts = {
        ...(key !== undefined && { idempotencyKey: key, attempt: entry.attempt ?? index + 1 }),
        did,
        ...(isRepeat && { isRepeat: true as const }),
      };
      return [entry.sequence, facts] as const;
    }),
  );
}

/** Whether the caller got a response that accepts the email. */
function hasArrived({ status = 0, faultMet }: LoggedRequest): boolean {
  return status < 300 && faultMet?.effect.network === undefined && faultMet?.effect.body === undefined;
}

const conflictCode = 'IDEMPOTENCY_CONFLICT';

function didOf(entry: LoggedRequest, isAccepted: boolean): SendFacts['did'] {
  const { sentId, code, faultMet, response } = entry;
  const isReplay = response?.headers['idempotent-replayed'] === 'true';
  if (sentId !== undefined) return isAccepted || isReplay ? 'replayed' : 'accepted';
  // Only the service itself puts a code into the request log, not a fault.
  if (code === undefined && faultMet) return 'nothing';
  return code === conflictCode ? 'conflict' : 'refused';
}

/** The environment of the API key in the headers of an entry of the request log, where only that is left of it. */
export function environmentIn(headers: LoggedRequest['headers']): Environment {
  const { authorization = '', 'x-api-key': apiKey = '' } = headers;
  return environmentOf(authorization || apiKey) === 'test' ? 'test' : 'live';
}
