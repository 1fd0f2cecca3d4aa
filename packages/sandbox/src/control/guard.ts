import { AccessDenied, checkHost, isLoopback, isOwnPage } from '../service/routing/access.ts';
import type { IncomingRequest } from '../service/routing/request.ts';
import { ControlError } from './control-error.ts';

/** Who may use the control plane. */
export interface ControlAccess {
  /** Host names under which it may be called in process, besides loopback names. Over the network, the mount decides. */
  readonly hosts: readonly string[];
  /** Bearer token that callers must send; `undefined` for none. */
  readonly token: string | undefined;
}

/**
 * Checks the caller of the control plane. Unlike the API, it serves only its own pages.
 *
 * @throws AccessDenied for an unknown host name (DNS rebinding), and for a page of another origin. A page that may not
 * read a response sends no `Origin`, but would still cause the work for it.
 */
export function guard({ origin, headers, access }: IncomingRequest, control: ControlAccess): void {
  checkHost(origin, access ?? control);
  if (headers.get('sec-fetch-site') === 'cross-site') {
    throw new AccessDenied('The control plane does not answer to pages of another site');
  }
  const page = headers.get('origin');
  if (page === null || isOwnPage(page, origin)) return;
  throw new AccessDenied('The control plane does not answer to pages of another origin');
}

/** @throws ControlError if the caller does not send the token. */
export function checkToken({ headers }: IncomingRequest, { token }: ControlAccess): void {
  if (token === undefined || isSame(headers.get('authorization') ?? '', `Bearer ${token}`)) return;
  throw new ControlError(
    401,
    'UNAUTHORIZED',
    'The control plane needs its token: Authorization: Bearer <token>',
  );
}

/**
 * Checks a caller that would read or replace everything. Without a token, it must be on this machine and
 * call the sandbox by a loopback name: under any other, its page may be foreign (DNS rebinding).
 *
 * @throws AccessDenied for any other caller.
 */
export function checkPrivate({ origin, isLocal }: IncomingRequest, { token, hosts }: ControlAccess): void {
  if (token !== undefined || isLocal === undefined) return;
  const hostname = URL.parse(origin)?.hostname ?? '';
  if (isLocal && (isLoopback(hostname) || hosts.includes(hostname))) return;
  throw new AccessDenied(
    'Without a token, only callers on the same machine may read or replace the whole state, under a name such as localhost: start the sandbox with --control-token TOKEN, or set controlToken, and send Authorization: Bearer TOKEN',
  );
}

/** Compares texts in a time that depends only on the given text, so that it reveals nothing about the secret. */
function isSame(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ secret.charCodeAt(index % secret.length);
  }
  return difference === 0;
}
