import { fillPath } from '@mailrig/contract';
import { nearestName } from '@mailrig/contract/checking';
import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3';

/** The methods of a path, with the row of each. */
export type Methods<Row> = Readonly<Record<string, Row>>;

/** Finds the rows of a path. */
export type Router<Row> = (
  path: string,
) => { readonly methods: Methods<Row>; readonly params: Params } | undefined;

/** Values of the `{parameters}` of a path, percent-decoded. */
export type Params = Readonly<Record<string, string>>;

/** A row that a router can find. */
export interface Endpoint {
  /** Its name for faults and the request log, if it has one. */
  readonly name?: string;
  readonly method: string;
  /** With `{parameters}`. */
  readonly path: string;
}

/** A router over rows, made on first use: most programs use only one of several. `prefix` starts every path. */
export function routerOf<Row extends Endpoint>(rows: readonly Row[], prefix = ''): Router<Row> {
  let router: RouterContext<Methods<Row>> | undefined;
  return (path) => {
    // rou3 ignores an extra slash; the service does not (A10).
    if (path.endsWith('/')) return undefined;
    const match = findRoute((router ??= routesOf(rows, prefix)), '', path);
    if (!match) return undefined;
    const params = match.params ? decode(match.params) : noParams;
    return params && { methods: match.data, params };
  };
}

function routesOf<Row extends Endpoint>(rows: readonly Row[], prefix: string): RouterContext<Methods<Row>> {
  const router = createRouter<Methods<Row>>();
  for (const [path, group] of Map.groupBy(rows, (row) => row.path)) {
    const methods = Object.fromEntries(group.map((row) => [row.method, row]));
    addRoute(router, '', prefix + fillPath(path, (name) => `:${name}`), methods);
  }
  return router;
}

const noParams: Params = {};

/** Decodes the parameters; `undefined` if one cannot be decoded, as it then names nothing (A10). */
function decode(params: Params): Params | undefined {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return undefined;
  }
}

/** The methods that a path allows, as the header `Allow` lists them. */
export function allowed(methods: Methods<unknown>, preflight: boolean): string {
  const names = Object.keys(methods);
  return [...names, ...(names.includes('GET') ? ['HEAD'] : []), ...(preflight ? ['OPTIONS'] : [])].join(', ');
}

/** Most paths that an error suggests for a wrong path. */
const mostMeant = 3;

/**
 * The paths of a method that are most like a wrong path: those that share the most segments with it, and of these the
 * ones with the number of segments closest to its own. Empty if none shares the name of a resource.
 */
export function meantPaths(
  rows: readonly Endpoint[],
  method: string,
  path: string,
  prefix: string,
): readonly string[] {
  const called = path
    .slice(path.lastIndexOf(prefix) + prefix.length)
    .split('/')
    .filter(Boolean);
  let best: { readonly score: number; readonly paths: readonly string[] } = { score: 0, paths: [] };
  for (const row of rows) {
    if (row.method !== method) continue;
    const segments = row.path.slice(prefix.length).split('/').filter(Boolean);
    const shared = sharedSegments(segments, called);
    if (shared === 0) continue;
    const score = shared - Math.abs(segments.length - called.length) / 100;
    if (score > best.score) best = { score, paths: [row.path] };
    else if (score === best.score) best = { score, paths: [...best.paths, row.path] };
  }
  return best.paths.slice(0, mostMeant);
}

/** How many segments two paths share from the start. The first must be alike. */
function sharedSegments(template: readonly string[], given: readonly string[]): number {
  const index = template.findIndex((segment, position) => {
    const other = given[position];
    if (other === undefined) return true;
    return segment !== other && !segment.startsWith('{') && nearestName(other, [segment]) === undefined;
  });
  return index < 0 ? template.length : index;
}
