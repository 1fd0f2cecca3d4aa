/** The most that each figure may be, by its name. */
export type Bounds = Readonly<Record<string, number>>;

/**
 * Sizes and counts, which are the same on every machine. Packaging checks them. If a figure falls, lower its
 * bound; a commit that raises one says what the users get for it.
 */
export const sizes: Bounds = {
  'import of nothing, bytes minified': 0,
  'isMailrigError, bytes minified': 1_069,
  'Mailrig at once, bytes with gzip': 47_180,
  'Mailrig in all, bytes with gzip': 72_285,
  'mailrig, files loaded': 3,
  '@mailrig/sandbox, files loaded': 11,
  'sandbox.fetch, a send, bytes allocated': 52_900,
  'sandbox.fetch, a list of 20 emails, bytes allocated': 71_300,
  'the client and the sandbox, a send, bytes allocated': 156_000,
  'sandbox.fetch, a send, bytes kept': 1_870,
  'tarball of mailrig, bytes': 782_200,
  'tarball of mailrig, files': 46,
  'tarball of @mailrig/contract, bytes': 324_000,
  'tarball of @mailrig/contract, files': 41,
  'tarball of @mailrig/sandbox, bytes': 2_059_000,
  'tarball of @mailrig/sandbox, files': 300,
};

/**
 * Costs, each as a ratio within one run. `npx -y pnpm@12 bench --check` checks them before a release. Machines differ in
 * what is slow, so a bound leaves room; what a call allocates is among the sizes.
 */
export const ratios: Bounds = {
  'POST /api/v1/emails: sandbox.fetch': 2.6,
  'POST /api/v1/emails, given as a Request: sandbox.fetch': 1.4,
  'POST /api/v1/emails, and looking back: with versions': 1.15,
  'GET /api/v1/emails, 20 of 1000: sandbox.fetch': 5,
  'sends over HTTP, processor time: the sandbox to bare': 2,
  'sends over HTTP, processor time: the sandbox to ses': 1.05,
  "Start, from fresh processes: import 'mailrig'": 1.5,
  "Start, from fresh processes: import '@mailrig/sandbox'": 1.5,
  'Start, from fresh processes: a test: sandbox, client, first send': 2.9,
  'Import, over bare Node, from fresh processes: mailrig': 0.5,
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
