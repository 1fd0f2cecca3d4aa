import type * as z from 'zod/mini';
import { attachmentOperations } from './operations/attachments.ts';
import { contactListOperations } from './operations/contact-lists.ts';
import { contactOperations } from './operations/contacts.ts';
import { emailOperations } from './operations/emails.ts';
import { verificationOperations } from './operations/verification.ts';
import type { Endpoints, Operation } from './operations/operation.ts';
import type { PathParameter } from './operations/paths.ts';

/** Prefix of every API path, which alone has the version (R16). */
export const apiPrefix = '/api/v1';

/**
 * The table of operations, one row each. The methods of the client, the routes of the sandbox, the
 * OpenAPI document and the docs read it. Rows that are `published` are not in the document of the service (A126). Use
 * `check` with its schemas; zod builds each one when it is first used. A bundle may leave out the rows of a resource.
 */
export const operations: typeof emailOperations &
  typeof attachmentOperations &
  typeof contactListOperations &
  typeof contactOperations &
  typeof verificationOperations = {
  ...emailOperations,
  ...attachmentOperations,
  ...contactListOperations,
  ...contactOperations,
  ...verificationOperations,
};

/** The rows of a service with these endpoints. */
export function operationsOf(endpoints: Endpoints): readonly Operation[] {
  const rows: readonly Operation[] = Object.values(operations);
  return endpoints === 'published' ? rows : rows.filter(({ published }) => !published);
}

/**
 * Why a sandbox with the documented endpoints does not serve an operation, and what to do (A126).
 *
 * @param name Name of the operation.
 */
export function unservedReason(name: string): string {
  return `The documentation of the service lacks ${name}, and only its published clients call it; to serve it, create the sandbox with endpoints: 'published', or start it with --endpoints published`;
}

/** Name of an operation. */
export type OperationName = keyof typeof operations;

/**
 * Whether there is an operation of this name.
 *
 * @param name For example `sendEmail`.
 */
export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

type Row<N extends OperationName> = (typeof operations)[N];
type Parsed<S> = S extends z.ZodMiniType<infer T> ? T : undefined;

/** Input of a call of operation `N`. */
export type OperationInput<N extends OperationName> = {
  /** Values of the `{parameters}` in the path. */
  readonly params: Readonly<Record<PathParameter<Row<N>['path']>, string>>;
  /** The query, if the operation reads one. */
  readonly query: Row<N> extends { query: infer S } ? Parsed<S> : undefined;
  /** The JSON body, if the operation reads one. */
  readonly body: Row<N> extends { body: infer S } ? Parsed<S> : undefined;
};

/** Documented response payload of operation `N`. `undefined` if it has none. */
export type OperationPayload<N extends OperationName> =
  Row<N> extends { response: infer S } ? Parsed<S> : undefined;
