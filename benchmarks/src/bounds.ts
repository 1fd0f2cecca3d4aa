/** The most that each figure may be, by its name. */
export type Bounds = Readonly<Record<string, number>>;

/**
 * Sizes and counts, which are the same on every machine. Packaging checks them. If a figure falls, lower its
 * bound; a commit that raises one names what the users get for it.
 */
export const sizes: Bounds = {
  'import of nothing, bytes minified': 0,
  'isMailrigError, bytes minified': 878,
  'Mailrig at once, bytes with gzip': 47_870,
  'Mailrig in all, bytes with gzip': 74_460,
  'mailrig, files loaded': 3,
  '@mailrig/sandbox, files loaded': 11,
  'sandbox.fetch, a send, bytes allocated': 44_300,
  'sandbox.fetch, a list of 20 emails, bytes allocated': 66_400,
  'the client and the sandbox, a send, bytes allocated': 143_000,
  'sandbox.fetch, a send, bytes kept': 1_820,
  'tarball of mailrig, bytes': 813_000,
  'tarball of mailrig, files': 46,
  'tarball of @mailrig/contract, bytes': 332_000,
  'tarball of @mailrig/contract, files': 43,
  'tarball of @mailrig/sandbox, bytes': 2_050_000,
  'tarball of @mailrig/sandbox, files': 285,
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
