/**
 * The sandbox as request handlers for MSW.
 *
 * @packageDocumentation
 */
export { handlers, type HandlersOptions } from './mounts/msw.ts';
