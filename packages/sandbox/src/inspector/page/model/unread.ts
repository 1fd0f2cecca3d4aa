import { computed, signal } from '@preact/signals';
import type { ResponseOf, Summary } from '../control-types.ts';
import type { Browser } from './browser.ts';

/** What the browser stores about an account. */
interface Saved {
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
  readonly #saved = signal<Saved>();
  readonly #counted = signal<Summary['messages']>({ total: 0, next: 0, refused: [] });
  readonly #refused = computed(() =>
    this.#counted.value.refused.filter((id) => this.#saved.value?.refused.includes(id) === false),
  );
  readonly #count = computed(() => {
    const saved = this.#saved.value;
    if (!saved) return 0;
    return Math.max(0, this.#counted.value.total - saved.ids.length) + this.#refused.value.length;
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

  /** Reads the counts of a summary from `since` on. Returns whether that was right; otherwise another is needed. */
  take(counted: Summary['messages'], since: number | undefined): boolean {
    const { total, next, refused } = counted;
    // What is there on the first visit counts as read.
    const known = this.#stored() ?? { since: next, ids: [], refused };
    // Numbers start again in a new sandbox.
    if (next < known.since) this.#save({ since: 0, ids: [], refused: [] });
    if (next < known.since || (since !== undefined && since !== known.since)) return false;
    const isAllRead = since === undefined || total <= known.ids.length;
    const stillRead = known.refused.filter((id) => refused.includes(id));
    this.#save({ ...(isAllRead ? { since: next, ids: [] } : known), refused: stillRead });
    this.#counted.value = { ...counted, total: isAllRead ? 0 : total };
    return true;
  }

  /** Takes over what another tab stored. */
  follow(): void {
    this.#saved.value = this.#stored();
  }

  /** Starts over with the next summary, because another account was chosen. */
  clear(): void {
    this.#saved.value = undefined;
  }

  readonly isUnread = ({ id, number, status }: MessageRow): boolean => {
    const saved = this.#saved.value;
    if (!saved) return false;
    return status === 'refused'
      ? this.#refused.value.includes(id)
      : number >= saved.since && !saved.ids.includes(id);
  };

  /** Marks an unread message as read. */
  readonly read = (message: MessageRow): void => {
    const saved = this.#saved.peek();
    if (!saved || !this.isUnread(message)) return;
    if (message.status === 'refused') this.#save({ ...saved, refused: [...saved.refused, message.id] });
    else this.#save({ ...saved, ids: [...saved.ids, message.id] });
  };

  /** Marks all messages of the account as read. */
  readonly readAll = (): void => {
    const { next, refused } = this.#counted.peek();
    if (!this.#saved.peek()) return;
    this.#save({ since: next, ids: [], refused });
    this.#counted.value = { total: 0, next, refused };
  };

  /** Forgets a message that was deleted: the summary no longer counts it. */
  readonly forget = (id: string): void => {
    const saved = this.#saved.peek();
    if (saved) this.#save({ ...saved, ids: saved.ids.filter((other) => other !== id) });
  };

  #stored(): Saved | undefined {
    try {
      const stored: unknown = JSON.parse(this.#browser.localStorage.getItem(this.#name) ?? 'null');
      return isSaved(stored) ? stored : undefined;
    } catch {
      return undefined;
    }
  }

  #save(saved: Saved): void {
    this.#saved.value = saved;
    try {
      this.#browser.localStorage.setItem(this.#name, JSON.stringify(saved));
    } catch {
      // Storage is full or turned off.
    }
  }

  get #name(): string {
    return `mailrig-unread-${this.#account() ?? 'default'}`;
  }
}

function isSaved(value: unknown): value is Saved {
  const { since, ids, refused } = Object(value) as Partial<Record<keyof Saved, unknown>>;
  return typeof since === 'number' && isTexts(ids) && isTexts(refused);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
