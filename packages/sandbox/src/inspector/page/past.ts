import type { SandboxEvent } from './control-types.ts';
import { shortTime } from './format.ts';
import { model } from './model.ts';

/** The name of what an event is about; empty if it has none. */
export function nameIn({ about, data }: SandboxEvent): string {
  return about ?? String(data['title'] ?? data['email'] ?? data['operation'] ?? '');
}

/** An event in words: its time, what happened and to what. */
export function momentOf(event: SandboxEvent, now: string | undefined): string {
  const what = event.type.replace(/^email/, 'message').replaceAll('.', ' ');
  return `${shortTime(event.at, now)}, ${[what, nameIn(event)].filter(Boolean).join(': ')}`;
}

/** Marks what the event was about to which the page looks back: the class of a record, by its id or address. */
export function useHappened(): (key: string) => string {
  const { caller, events } = model;
  const { id, email, accountId } = (caller.at !== undefined && events[0]?.data) || {};
  return (key) => (key === (id ?? email ?? accountId) ? 'happened' : '');
}
