/** The most that each figure may be, by its name. */
export type Bounds = Readonly<Record<string, number>>;

/**
 * Sizes and counts, which are the same on every machine. Packaging checks them. If a figure falls, lower its
 * bound; a commit that raises one says what the users get for it.
 */
export const sizes: Bounds = {
  'import of nothing, bytes minified': 0,
  'isMailrigError, bytes minified': 1_850,
  'Mailrig at once, bytes with gzip': 48_000,
  'Mailrig in all, bytes with gzip': 63_500,
  'mailrig, files loaded': 3,
  '@mailrig/sandbox, files loaded': 11,
  'tarball of mailrig, bytes': 720_000,
  'tarball of mailrig, files': 42,
  'tarball of @mailrig/contract, bytes': 312_000,
  'tarball of @mailrig/contract, files': 30,
  'tarball of @mailrig/probes, bytes': 135_000,
  'tarball of @mailrig/probes, files': 10,
  'tarball of @mailrig/sandbox, bytes': 1_860_000,
  'tarball of @mailrig/sandbox, files': 280,
};

/** Costs, each as a ratio within one run. `npx -y pnpm@12 bench -- --check` checks them before a release. */
export const ratios: Bounds = {
  'POST /api/v1/emails: sandbox.fetch': 3.3,
  'POST /api/v1/emails, given as a Request: sandbox.fetch': 2.8,
  'POST /api/v1/emails, and looking back: with versions': 1.15,
  'GET /api/v1/emails, 20 of 1000: sandbox.fetch': 5,
  'sends over HTTP, processor time: sandbox': 2.2,
  "Start, from fresh processes: import 'mailrig'": 3.1,
  "Start, from fresh processes: import '@mailrig/sandbox'": 2.75,
  'Start, from fresh processes: a test: sandbox, client, first send': 5.5,
};

/** What is above its bound, without a bound, or no longer measured. */
export function objections(figures: Bounds, bounds: Bounds): string[] {
  const names = new Set([...Object.keys(bounds), ...Object.keys(figures)]);
  return [...names].flatMap((name) => {
    const [figure, most] = [figures[name], bounds[name]];
    if (figure === undefined) return [`${name}: has a bound and was not measured`];
    if (most === undefined) return [`${name}: ${figure} has no bound in benchmarks/src/bounds.ts`];
    return figure <= most ? [] : [`${name}: ${figure}, and the bound is ${most}`];
  });
}
