import { computed, signal } from '@preact/signals';
import type { ResponseOf, Summary } from '../control-types.ts';
import type { Browser } from './browser.ts';

/** What the browser stores about an account. */
interface Kept {
  /** Messages before this number are read. */
  readonly since: number;
  /** Of the others, the ids of those that are read. */
  readonly ids: readonly string[];
  /** The refused sends that are read. */
  readonly refused: readonly string[];
}

type MessageRow = ResponseOf<'listMessages'>['messages'][number];

/**
 * Which messages of an account are unread in this browser. Messages have numbers, so the browser stores one of them:
 * all messages before it are read. Of the later ones, it stores the ids of those that were opened. As soon as none is
 * unread, the number moves on and the ids go. Refused sends have no numbers: the ids of the opened ones are stored.
 *
 * A summary counts the messages from that number on. Less those that were opened and still exist, they are unread.
 */
export class UnreadMail {
  readonly #browser: Browser;
  readonly #account: () => string | undefined;
  // Until the first summary, everything counts as read.
  readonly #kept = signal<Kept>();
  readonly #counted = signal<Summary['messages']>({ total: 0, next: 0, refused: [] });
  readonly #refused = computed(() =>
    this.#counted.value.refused.filter((id) => this.#kept.value?.refused.includes(id) === false),
  );
  readonly #count = computed(() => {
    const kept = this.#kept.value;
    if (!kept) return 0;
    return Math.max(0, this.#counted.value.total - kept.ids.length) + this.#refused.value.length;
  });

  /** @param account The id of the chosen account; `undefined` for the default one. */
  constructor(browser: Browser, account: () => string | undefined) {
    this.#browser = browser;
    this.#account = account;
  }

  /** How many messages are unread. */
  get count(): number {
    return this.#count.value;
  }

  /** The number from which on a summary has to count; `undefined` on the first visit. */
  get since(): number | undefined {
    return this.#stored()?.since;
  }

  /**
   * Reads the counts of a summary from `since` on. Returns whether that was right; otherwise another is needed.
   */
  take(counted: Summary['messages'], since: number | undefined): boolean {
    const { total, next, refused } = counted;
    // What is there on the first visit counts as read.
    const known = this.#stored() ?? { since: next, ids: [], refused };
    // Numbers start again in a new sandbox.
    if (next < known.since) this.#keep({ since: 0, ids: [], refused: [] });
    if (next < known.since || (since !== undefined && since !== known.since)) return false;
    const isAllRead = since === undefined || total <= known.ids.length;
    const stillRead = known.refused.filter((id) => refused.includes(id));
    this.#keep({ ...(isAllRead ? { since: next, ids: [] } : known), refused: stillRead });
    this.#counted.value = { ...counted, total: isAllRead ? 0 : total };
    return true;
  }

  /** Takes over what another tab stored. */
  follow(): void {
    this.#kept.value = this.#stored();
  }

  /** Starts anew with the next summary, because another account was chosen. */
  clear(): void {
    this.#kept.value = undefined;
  }

  readonly isUnread = ({ id, number, status }: MessageRow): boolean => {
    const kept = this.#kept.value;
    if (!kept) return false;
    return status === 'refused'
      ? this.#refused.value.includes(id)
      : number >= kept.since && !kept.ids.includes(id);
  };

  /** Marks an unread message as read. */
  readonly read = (message: MessageRow): void => {
    const kept = this.#kept.peek();
    if (!kept || !this.isUnread(message)) return;
    if (message.status === 'refused') this.#keep({ ...kept, refused: [...kept.refused, message.id] });
    else this.#keep({ ...kept, ids: [...kept.ids, message.id] });
  };

  /** Marks all messages of the account as read. */
  readonly readAll = (): void => {
    const { next, refused } = this.#counted.peek();
    if (!this.#kept.peek()) return;
    this.#keep({ since: next, ids: [], refused });
    this.#counted.value = { total: 0, next, refused };
  };

  /** Forgets a message that was deleted: the summary no longer counts it. */
  readonly forget = (id: string): void => {
    const kept = this.#kept.peek();
    if (kept) this.#keep({ ...kept, ids: kept.ids.filter((other) => other !== id) });
  };

  #stored(): Kept | undefined {
    try {
      const stored: unknown = JSON.parse(this.#browser.localStorage.getItem(this.#name) ?? 'null');
      return isKept(stored) ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  #keep(kept: Kept): void {
    this.#kept.value = kept;
    try {
      this.#browser.localStorage.setItem(this.#name, JSON.stringify(kept));
    } catch {
      // Storage is full or turned off.
    }
  }

  get #name(): string {
    return `mailrig-unread-${this.#account() ?? 'default'}`;
  }
}

function isKept(value: unknown): value is Kept {
  const { since, ids, refused } = Object(value) as Partial<Record<keyof Kept, unknown>>;
  return typeof since === 'number' && isTexts(ids) && isTexts(refused);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
