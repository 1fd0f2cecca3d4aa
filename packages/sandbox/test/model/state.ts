import type { Sandbox } from '@mailrig/sandbox';

export type { Sandbox };
export type Value = string | number | boolean;

export interface Definition {
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'number';
  readonly required?: boolean;
  readonly defaultValue?: Value;
}

export interface Contact {
  readonly id: string;
  readonly email: string;
  status: 'active' | 'suppressed';
  /** Every value set and not cleared, even if the list no longer defines its field. */
  readonly values: Map<string, Value>;
}

export interface List {
  readonly id: string;
  readonly name: string;
  definitions: readonly Definition[];
  /** Oldest first. */
  readonly contacts: Contact[];
}

export interface Batch {
  readonly id: string;
  readonly createdAt: number;
  readonly total: number;
  /** New addresses, in processing order. */
  readonly fresh: readonly string[];
}

/** The documented state of the service in plain lists and maps, independent of the sandbox. */
export interface State {
  now: number;
  credits: number;
  /** Oldest first. */
  readonly lists: List[];
  /** Oldest first. */
  readonly emails: { readonly messageId: string; readonly to: string; readonly at: number }[];
  /** Addresses in lower case. */
  readonly suppressed: Set<string>;
  readonly sends: Map<string, { readonly to: string; readonly messageId: string; readonly at: number }>;
  /** Time of each address’s last verification. Addresses are in lower case. */
  readonly verified: Map<string, number>;
  readonly batches: Batch[];
}

/** The current state, and saved states with their snapshots. */
export interface Model {
  state: State;
  readonly kept: { readonly state: State; readonly snapshot: ReturnType<Sandbox['snapshot']> }[];
}

const day = 86_400_000;
const pendingTime = 250;
const timePerAddress = 1_000;

/** Whether a time is less than 24 hours ago. */
export function isFresh(state: State, at: number | undefined): boolean {
  return at !== undefined && state.now < at + day;
}

/** Progress of a batch at a time (A107). */
export function progressOf(state: State, { createdAt, total, fresh }: Batch) {
  const startedAt = createdAt + pendingTime;
  const done = Math.min(fresh.length, Math.max(0, Math.floor((state.now - startedAt) / timePerAddress)));
  const status = state.now < startedAt ? 'pending' : done < fresh.length ? 'processing' : 'completed';
  return { status, processedEmails: total - fresh.length + done };
}

/** Advances the time. Each address of a batch is cached from its own time on. */
export function advance(state: State, by: number): void {
  const before = state.now;
  state.now += by;
  for (const { createdAt, fresh } of state.batches) {
    fresh.forEach((address, index) => {
      const at = createdAt + pendingTime + (index + 1) * timePerAddress;
      if (at > before && at <= state.now) {
        state.verified.set(address, Math.max(at, state.verified.get(address) ?? 0));
      }
    });
  }
}

/** Possible error codes for a new contact’s values. Empty if they are valid (A86). */
export function refusalsOfNew(list: List, values: Readonly<Record<string, Value | null>>): string[] {
  return [
    ...wrongValues(list, values, () => false),
    ...list.definitions
      .filter(
        ({ key, required, defaultValue }) =>
          required && (Object.hasOwn(values, key) ? values[key] === null : defaultValue === undefined),
      )
      .map(() => 'VALIDATION_ERROR'),
  ];
}

/** Possible error codes for changes to a contact’s values. Empty if they are valid (A87). */
export function refusalsOfChange(
  list: List,
  contact: Contact,
  values: Readonly<Record<string, Value | null>>,
): string[] {
  return wrongValues(list, values, (key) => contact.values.has(key));
}

/** Merges changes into values. `null` clears a value. */
export function merge(
  before: ReadonlyMap<string, Value>,
  values: Readonly<Record<string, Value | null>>,
): Map<string, Value> {
  const after = new Map(before);
  for (const [key, value] of Object.entries(values)) {
    if (value === null) after.delete(key);
    else after.set(key, value);
  }
  return after;
}

/** The values whose fields the list currently defines (A88). */
export function shownValues(list: List, contact: Contact): Record<string, Value> {
  const keys = new Set(list.definitions.map(({ key }) => key));
  return Object.fromEntries([...contact.values].filter(([key]) => keys.has(key)));
}

function wrongValues(
  list: List,
  values: Readonly<Record<string, Value | null>>,
  isStored: (key: string) => boolean,
): string[] {
  return Object.entries(values)
    .filter(([key, value]) => {
      const definition = list.definitions.find((one) => one.key === key);
      if (!definition) return value !== null || !isStored(key);
      return value !== null && typeof value !== (definition.type === 'text' ? 'string' : 'number');
    })
    .map(() => 'INVALID_CUSTOM_FIELD');
}
