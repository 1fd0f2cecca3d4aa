/** Why a path cannot be built; `field` is the parameter. */
export interface PathProblem {
  readonly field: string;
  readonly message: string;
  readonly value: unknown;
}

/**
 * Fills the `{parameters}` of a path, percent-encoded.
 *
 * Refuses values that would change the path: an empty one, and `.` and `..`, which URLs collapse even when
 * encoded.
 */
export function buildPath(
  template: string,
  params: Readonly<Record<string, unknown>> = {},
): { readonly path: string } | { readonly problem: PathProblem } {
  const wrong = problemOfPath(template);
  if (wrong !== undefined) return { problem: { field: 'path', message: wrong, value: template } };
  let problem: PathProblem | undefined;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = params[field];
    const message = problemOfSegment(value);
    if (message === undefined) return encodeURIComponent(String(value));
    problem ??= { field, message, value };
    return '';
  });
  return problem ? { problem } : { path };
}

/** Checks a path, which the caller of `mail.request` writes. */
function problemOfPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) {
    return 'must begin with one slash, for example /api/v1/emails';
  }
  if (/[?#]/.test(path)) return 'must not contain a query or a fragment: give the query as an option';
  if (/[\\\s\p{Cc}]/u.test(path)) return 'must not contain backslashes, spaces or control characters';
  return path.split('/').some((segment) => isDotSegment(segment))
    ? "must not contain '.' or '..' as a segment"
    : undefined;
}

/** Writes a query as `?…`, without the values that are `undefined` or `null`. Empty if there are none. */
export function buildQuery(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

function problemOfSegment(value: unknown): string | undefined {
  if (value === undefined || value === '') return 'is required';
  if (typeof value !== 'string') return 'must be a string';
  if (isDotSegment(value)) return "must not be '.' or '..'";
  return value.isWellFormed() ? undefined : 'must be well-formed text';
}

function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}
