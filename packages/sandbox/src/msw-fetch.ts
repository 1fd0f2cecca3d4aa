/**
 * The sandbox behind the global `fetch`, through MSW.
 *
 * @packageDocumentation
 */
export { type FetchInterception, interceptFetch } from './mounts/intercept-fetch.ts';
export type { HandlersOptions } from './mounts/msw.ts';
