import { type Operation, type OperationName, operations } from '@mailrig/contract';

/** A request path of the API, taken apart. */
export interface Route {
  readonly operation: OperationName;
  /** The parameters of the path in order, decoded. */
  readonly params: readonly string[];
}

const rows = Object.entries(operations as Readonly<Record<OperationName, Operation>>)
  .filter(([name]) => name !== 'putUpload')
  .map(([name, { method, path }]) => ({
    name: name as OperationName,
    method,
    segments: path.split('/'),
    parameters: path.split('{').length - 1,
  }))
  .toSorted((one, other) => one.parameters - other.parameters);

/** Words between the slashes of all paths of the API. */
const pathWords: ReadonlySet<string> = new Set(
  rows.flatMap(({ segments }) => segments.filter((segment) => !segment.startsWith('{'))),
);

/** Finds the operation of a request; `undefined` if the API has none. */
export function routeOf(method: string, path: string): Route | undefined {
  const segments = path
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .map(decoded);
  const wanted = method === 'HEAD' ? 'GET' : method;
  const row = rows.find((one) => one.method === wanted && fits(one.segments, segments));
  return row && { operation: row.name, params: paramsOf(row.segments, segments) };
}

/** Whether a path of the API has this form, with any method. */
function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]))
  );
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): string[] {
  return segments.filter((_, index) => pattern[index]?.startsWith('{'));
}

/** What stands at a place of a path: a word of the API, an id where an operation has one, or anything else. */
export type SegmentKind = 'word' | 'id' | 'confirmed' | 'other';

/** The parts of a path between its slashes, decoded, each with its kind. */
export function segmentsOf(path: string): readonly (readonly [text: string, kind: SegmentKind])[] {
  const segments = path.split('/').map(decoded);
  const row = rows.find((one) => fits(one.segments, segments));
  return segments.map((segment, index) => {
    const part = row?.segments[index];
    if (part?.startsWith('{')) return [segment, row?.name === 'confirmUpload' ? 'confirmed' : 'id'];
    return [segment, segment === '' || pathWords.has(segment) ? 'word' : 'other'];
  });
}

/** A segment of a path without percent-encoding. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
