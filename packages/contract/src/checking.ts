/**
 * How the client and the sandbox check options and copies of records. Internal: it may change in every release.
 *
 * @packageDocumentation
 */
export { curlCommand, type CurlRequest, shellWord } from './checking/curl.ts';
export { namesIn } from './checking/issues.ts';
export { firstOf, meantHint, mustBeOneOf, nameHint, nearestName } from './checking/names.ts';
export { plain } from './checking/objects.ts';
export {
  abortSignal,
  callback,
  objectWith,
  type Rows,
  wholeNumber,
  wrongName,
  wrongOption,
  withoutAbsent,
} from './checking/options.ts';
export { type UnknownField, unknownFieldMistake, unknownFields } from './checking/unknown-fields.ts';
export type { Complete, Nothing, Whole, Within } from './types/every-field.ts';
