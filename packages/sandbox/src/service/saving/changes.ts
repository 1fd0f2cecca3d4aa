import type { Due, DueState } from '../kernel/due-queue.ts';
import type { LogState } from '../kernel/event-log.ts';
import { byNumber } from '../tables/ordered-map.ts';
import { visitDifferences } from '../tables/tree-differences.ts';
import type { Snapshot } from '../state/snapshot.ts';

/** Receives one entry of a state: a record of a table, a due entry, an event or a request of the request log. */
export type VisitEntry = (
  section: string,
  number: number,
  /** `undefined` if the entry is gone. */
  entry: object | undefined,
) => void;

/** Calls `visit` with every entry that differs between two snapshots of a store; without `before`, with all. */
export function visitStateChanges(before: Snapshot | undefined, after: Snapshot, visit: VisitEntry): void {
  for (const [name, { records }] of Object.entries(after.tables)) {
    visitDifferences(before?.tables[name]?.records, records, byNumber, (number, record) =>
      visit(name, number, record),
    );
  }
  visitDue(before?.due, after.due, visit);
  visitLog('events', before?.events, after.events, visit);
  visitLog('requests', before?.requests, after.requests, visit);
}

function visitDue(before: DueState | undefined, after: DueState, visit: VisitEntry): void {
  const gone = new Set<number>();
  const added = new Map<number, Due>();
  visitDifferences(before?.root, after.root, byNumber, (_at, fresh, old) =>
    visitDifferences(old, fresh, byNumber, (number, due) => {
      if (due) added.set(number, due);
      else gone.add(number);
    }),
  );
  for (const number of gone) if (!added.has(number)) visit('due', number, undefined);
  for (const [number, due] of added) visit('due', number, due);
}

type Log = LogState<{ readonly sequence: number }>;

function visitLog(section: string, before: Log | undefined, after: Log, visit: VisitEntry): void {
  if (before?.array === after.array && before.start === after.start) return;
  const old = before?.array.slice(before.start) ?? [];
  const now = after.array.slice(after.start);
  const sequence = before?.sequence ?? 0;
  const known = now.findLastIndex((entry) => entry.sequence <= sequence) + 1;
  // Entries never move within a log: if the first and the last known ones are the same, so are all in between.
  const first = old.length - known;
  const isContinued = known > 0 && old[first] === now[0] && old.at(-1) === now[known - 1];
  for (const entry of isContinued ? old.slice(0, first) : old) visit(section, entry.sequence, undefined);
  for (const entry of isContinued ? now.slice(known) : now) visit(section, entry.sequence, entry);
}
