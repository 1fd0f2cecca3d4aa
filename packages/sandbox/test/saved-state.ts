import type { Sandbox } from '@mailrig/sandbox';

/** The entries of a section, with their numbers. */
interface Entries {
  readonly sequence: number;
  readonly entries: readonly (readonly [number: number, entry: object])[];
}

/** A saved state as one value: its header, with the entries of each section. */
export interface SavedValue {
  readonly version: number;
  readonly clock: object;
  readonly random: readonly number[];
  readonly wire: object;
  readonly emailEvents: object;
  readonly sections: Readonly<Record<string, Entries>>;
}

/** The values of the lines of a saved state. */
export function lineValues(lines: string | Iterable<string>): unknown[] {
  const text = typeof lines === 'string' ? lines : [...lines].join('');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}

/** Reads a saved state. */
export function parseSaved(lines: string | Iterable<string>): SavedValue {
  const [header, ...rest] = lineValues(lines) as [SavedValue, ...[string, number, object][]];
  const sections = Object.entries(header.sections).map(([name, { sequence }]) => {
    const own = rest.filter(([section]) => section === name);
    return [name, { sequence, entries: own.map(([, number, entry]) => [number, entry] as const) }];
  });
  return { ...header, sections: Object.fromEntries(sections) as SavedValue['sections'] };
}

/** The lines of a saved state, whether or not it is right. */
export function savedText({ sections, ...header }: Partial<SavedValue>): string {
  const sizes = Object.entries(sections ?? {}).map(([name, { sequence, entries }]) => [
    name,
    { sequence, count: entries.length },
  ]);
  const lines = Object.entries(sections ?? {}).flatMap(([name, { entries }]) =>
    entries.map(([number, entry]) => [name, number, entry]),
  );
  return [{ ...header, ...(sections && { sections: Object.fromEntries(sizes) }) }, ...lines]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

/** A saved state with other entries in one section. */
export function withEntries(saved: SavedValue, section: string, entries: Entries['entries']): string {
  const { sequence = 0 } = saved.sections[section] ?? {};
  return savedText({ ...saved, sections: { ...saved.sections, [section]: { sequence, entries } } });
}

/** The state of a sandbox. */
export function stateOf(sandbox: Sandbox): SavedValue {
  return parseSaved(sandbox.save());
}

/** The events that a sandbox has logged. */
export function eventsOf(
  sandbox: Sandbox,
): { readonly type: string; readonly at: number; readonly data: Readonly<Record<string, unknown>> }[] {
  return (stateOf(sandbox).sections['events']?.entries ?? []).map(([, event]) => event as never);
}
