import { type Environment, environmentOf } from '@mailrig/contract';
import type { JournalEntry } from '../../service/state/journal-entry.ts';

/** What the journal says about one request to send an email. */
export interface SendFacts {
  /** From the body or a header. */
  readonly idempotencyKey?: string;
  /** Which request with this key it is, from 1, as far back as the journal goes; absent without a key. */
  readonly attempt?: number;
  /**
   * What the service did: it `accepted` the email, `replayed` the answer to an earlier attempt, `refused` the
   * email, or did `nothing`, because a fault came first.
   */
  readonly did: 'accepted' | 'replayed' | 'refused' | 'nothing';
}

/** The requests to send emails, and how they belong together: by the message that they sent and by their key. */
export class Sends {
  readonly #facts = new Map<number, SendFacts>();
  readonly #byKey = new Map<string, JournalEntry[]>();
  readonly #bySentId = new Map<string, JournalEntry[]>();

  /** @param entries Oldest first. */
  constructor(entries: readonly JournalEntry[]) {
    for (const entry of entries) if (entry.operation === 'sendEmail') this.#add(entry);
  }

  #add(entry: JournalEntry): void {
    const { sentId } = entry;
    const key = idempotencyKeyOf(entry);
    const sameKey = key === undefined ? undefined : listIn(this.#byKey, scopedKey(entry, key));
    const sameEmail = sentId === undefined ? undefined : listIn(this.#bySentId, sentId);
    const isReplay = isMarkedReplay(entry) || (sameEmail !== undefined && sameEmail.length > 0);
    sameKey?.push(entry);
    sameEmail?.push(entry);
    this.#facts.set(entry.sequence, {
      ...(key !== undefined && { idempotencyKey: key }),
      ...(sameKey && { attempt: sameKey.length }),
      did: didOf(entry, isReplay),
    });
  }

  /** What is known about a request; `undefined` if it sends no email. */
  factsOf({ sequence }: JournalEntry): SendFacts | undefined {
    return this.#facts.get(sequence);
  }

  /** All requests that led to a message, oldest first: those that sent it, and failed ones with their key. */
  attemptsFor(messageId: string): readonly JournalEntry[] {
    const sent = this.#bySentId.get(messageId) ?? [];
    const related = sent.flatMap((entry) => this.attemptsLike(entry));
    const known = new Set([...sent, ...related]);
    return [...known]
      .filter(({ sentId }) => sentId === undefined || sentId === messageId)
      .sort((a, b) => a.sequence - b.sequence);
  }

  /** The requests with the key of a request, oldest first; the request alone if it has no key. */
  attemptsLike(entry: JournalEntry): readonly JournalEntry[] {
    const { idempotencyKey: key } = this.factsOf(entry) ?? {};
    return (key !== undefined && this.#byKey.get(scopedKey(entry, key))) || [entry];
  }
}

function listIn<Item>(lists: Map<string, Item[]>, name: string): Item[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}

function isMarkedReplay({ answer }: JournalEntry): boolean {
  return answer?.headers['idempotent-replayed'] === 'true';
}

function didOf({ sentId, code, faultMet }: JournalEntry, isReplay: boolean): SendFacts['did'] {
  if (sentId !== undefined) return isReplay ? 'replayed' : 'accepted';
  // Only the service itself puts a code into the journal, not a fault.
  return faultMet && code === undefined ? 'nothing' : 'refused';
}

const keyHeaders = ['x-idempotency-key', 'idempotency-key'];

/** The idempotency key of a request, as the service reads it (A41). */
function idempotencyKeyOf({ body, headers }: JournalEntry): string | undefined {
  const inBody: unknown = Object(body).idempotencyKey;
  if (typeof inBody === 'string') return inBody;
  return keyHeaders.map((name) => headers[name]).find((value) => value !== undefined);
}

/** Keys belong to an account and an environment. */
function scopedKey({ accountId = '', headers }: JournalEntry, key: string): string {
  return `${accountId} ${environmentIn(headers)} ${key}`;
}

/** The environment of the API key in the headers of a journal entry, where only that is left of it. */
export function environmentIn(headers: JournalEntry['headers']): Environment {
  const { authorization = '', 'x-api-key': apiKey = '' } = headers;
  return environmentOf(authorization || apiKey) === 'test' ? 'test' : 'live';
}
