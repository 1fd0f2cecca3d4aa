import * as fc from 'fast-check';
import type { CheckOptions } from './options.ts';
import type { EmailChecks } from './check-message.ts';

/** What a template renders: HTML, or the parts of an email. */
export type RenderedEmail =
  | string
  | {
      /** Its subject. */
      readonly subject?: string;
      /** Its HTML, if it has any. */
      readonly html?: string;
      /** Its plain text, if it has any. */
      readonly text?: string;
    };

/** How to draw variants, and how to check them. */
export interface VariantOptions<Props> extends CheckOptions {
  /** Typical props. Each value is replaced by others of its kind, also inside objects and lists. */
  readonly props: Props;
  /** Names of props that are never missing. Default: none. */
  readonly required?: readonly (keyof Props & string)[] | undefined;
  /** How many variants to draw. Default 200. */
  readonly runs?: number | undefined;
  /** Repeats the variants of an earlier report. */
  readonly seed?: number | undefined;
}

/** What {@link checkVariants} found. */
export interface VariantReport<Props> {
  /** Whether every variant rendered and passed the checks. */
  readonly passed: boolean;
  /** How many variants were drawn, before shrinking. */
  readonly runs: number;
  /** As the option `seed`, it repeats the same variants. */
  readonly seed: number;
  /** The smallest props that fail; absent if all passed. */
  readonly props?: Props;
  /**
   * The parts of `props` that differ from the typical ones, such as `user.name`. Empty if the typical ones fail as
   * well.
   */
  readonly changed: readonly string[];
  /** What the checks found with these props. Absent if all passed, or if rendering threw. */
  readonly checks?: EmailChecks;
  /** What rendering threw with these props. */
  readonly error?: unknown;
}

/**
 * Renders a template with many props and runs all checks on each result. The values are long, empty, missing, written
 * from right to left, emoji, and text that looks like HTML. Failing props are reduced to the smallest that still fail.
 *
 * A template that renders no plain text or no subject is not checked for them.
 *
 * ```ts
 * const report = await checkVariants(welcome, { props: { name: 'Grace', plan: 'pro' } });
 * ```
 *
 * @param render Makes an email of props.
 * @throws UnknownName for a client, check or feature that does not exist.
 */
export async function checkVariants<Props extends object>(
  render: (props: Props) => RenderedEmail | Promise<RenderedEmail>,
  { props: usual, required = [], runs = 200, seed, ...options }: VariantOptions<Props>,
): Promise<VariantReport<Props>> {
  const { checkMessage } = await import('./check-message.ts');
  const look = async (props: Props): Promise<Pick<VariantReport<Props>, 'passed' | 'checks' | 'error'>> => {
    let rendered: RenderedEmail;
    try {
      rendered = await render(structuredClone(props));
    } catch (error) {
      return { passed: false, error };
    }
    const { subject, html, text } = typeof rendered === 'string' ? { html: rendered } : rendered;
    const ignore = [
      ...(options.ignore ?? []),
      ...(subject === undefined ? ['subject-empty'] : []),
      ...(text === undefined ? ['text-missing'] : []),
    ];
    const message = { subject: subject ?? '', html, text, headers: {}, contentIds: [] };
    const checks = checkMessage(message, { ...options, ignore });
    return { passed: checks.passed, checks };
  };
  const drawn = fc.record(
    Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, variantsOf(value)])),
    { requiredKeys: Object.keys(usual).filter((name) => required.some((one) => one === name)) },
  ) as unknown as fc.Arbitrary<Props>;
  const usualLook = await look(usual);
  if (!usualLook.passed) return { ...usualLook, runs: 1, seed: seed ?? 0, props: usual, changed: [] };
  const property = fc.asyncProperty(drawn, async (props) => (await look(props)).passed);
  const found = await fc.check(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
  const report = { runs: found.numRuns, seed: found.seed };
  const [drawnProps] = found.counterexample ?? [];
  if (!drawnProps) return { ...report, passed: true, changed: [] };
  const props = await nearest(drawnProps, usual, async (one) => !(await look(one)).passed);
  return { ...report, ...(await look(props)), props, changed: differences(usual, props) };
}

const texts = [
  '',
  'مرحبا بك يا صديقي',
  '👩‍👩‍👧‍👦 🎉',
  '"><script>alert(1)</script>',
  '</td></tr></table><b>Bob & "Eve"</b>',
];

/** Values of the same kind, the typical one first: the others shrink to it. */
function variantsOf(value: unknown): fc.Arbitrary<unknown> {
  const usual = fc.constant(value);
  if (typeof value === 'string') {
    const long = fc.integer({ min: 1, max: 2_000 }).map((length) => 'W'.repeat(length));
    return fc.oneof({ withCrossShrink: true }, usual, fc.constantFrom(...texts), long);
  }
  if (typeof value === 'number') return fc.constantFrom(value, 0, 1, -1, 1_234_567.891);
  if (typeof value === 'boolean') return fc.constantFrom(value, !value);
  if (Array.isArray(value)) {
    const items = value.length === 0 ? [] : [fc.array(variantsOf(value[0]), { maxLength: 30 })];
    return fc.oneof({ withCrossShrink: true }, usual, fc.constant([]), ...items);
  }
  if (!isRecord(value)) return usual;
  const fields = Object.entries(value).map(([name, field]) => [name, variantsOf(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Replaces values by the typical ones, one at a time, as long as the props still fail. */
async function nearest<Value extends object>(
  found: Value,
  usual: Value,
  fails: (value: Value) => Promise<boolean>,
): Promise<Value> {
  let best = found;
  for (const path of differences(usual, found)) {
    const closer = withUsual(best, usual, path.split('.')) as Value;
    if (await fails(closer)) best = closer;
  }
  return best;
}

function withUsual(value: unknown, usual: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || !isRecord(value) || !isRecord(usual)) return usual;
  return { ...value, [name]: withUsual(value[name], usual[name], rest) };
}

/** The names of what differs, with a dot before each field inside an object. */
function differences(usual: unknown, found: unknown): string[] {
  if (isRecord(usual) && isRecord(found))
    return Object.keys(usual).flatMap((name) =>
      isRecord(usual[name]) && isRecord(found[name])
        ? differences(usual[name], found[name]).map((path) => `${name}.${path}`)
        : same(usual[name], found[name])
          ? []
          : [name],
    );
  return same(usual, found) ? [] : [''];
}

function same(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);
}
