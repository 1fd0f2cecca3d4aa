import type { HeaderSource } from '../rules/context.ts';
import { SandboxRefusal } from '../state/sandbox-refusal.ts';
import type { Access, IncomingRequest } from './request.ts';

/** The caller may not use the sandbox. */
export class AccessDenied extends SandboxRefusal {
  override readonly name = 'AccessDenied';
  readonly status = 403;
  readonly code = 'FORBIDDEN';
}

/** Host names, in the form of URLs, that always lead to this machine. */
const loopbackName = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Addresses, names without a dot, and endings that are reserved for private networks and tests. */
const unregistrableName = /^(\[.+\]|\d+(\.\d+){3}|[^.]+|.+\.(internal|local|test))$/;
/** Most callers: parsing a URL takes longer than the rest of the check. */
const usualOrigin = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;

/** Whether a host name, in the form of URLs, always leads to this machine. */
export function isLoopback(hostname: string): boolean {
  return loopbackName.test(hostname);
}

/** The origin in a text such as `https://app.example`; `undefined` if it is not http or https, or has a path. */
export function originFrom(text: string): string | undefined {
  const url = webUrl(text);
  const isBare = url && /^\/*$/.test(url.pathname) && url.href === `${url.origin}${url.pathname}`;
  return isBare ? url.origin : undefined;
}

/** A host name or an IP address in the form of URLs: lower case, IPv6 in brackets; `undefined` if it is neither. */
export function hostnameFrom(text: string): string | undefined {
  const address = /^\[?(?=[^:]*:[^:]*:)([\da-f.:]+)\]?$/i.exec(text)?.[1];
  if (address === undefined && !/^[\p{L}\p{N}._-]+$/u.test(text)) return undefined;
  return URL.parse(`http://${address === undefined ? text : `[${address}]`}`)?.hostname;
}

/**
 * Checks the caller of the API or the uploads. In process, everybody may call.
 *
 * @throws AccessDenied for an unknown host name and for a page of an unknown origin.
 */
export function checkCaller({ origin, headers, access }: IncomingRequest): void {
  if (!access) return;
  checkHost(origin, access);
  const page = headers.get('origin');
  if (page === null || isOwnPage(page, origin) || isKnownPage(page, access)) return;
  throw new AccessDenied(
    `The sandbox does not answer to pages of ${page}: start it with --cors ${page}, or list the origin in the option cors of serve`,
  );
}

/**
 * Checks the host name by which the sandbox is called: a foreign page may point its own name at this machine (DNS
 * rebinding), but not one that cannot be registered. Throws `AccessDenied` for an unknown name.
 */
export function checkHost(
  origin: string,
  { hosts, unregistrableHosts = false }: Pick<Access, 'hosts' | 'unregistrableHosts'>,
): void {
  if (usualOrigin.test(origin)) return;
  const hostname = URL.parse(origin)?.hostname;
  if (hostname === undefined) {
    throw new AccessDenied('The Host header cannot be read: send a host name, with a port if it has one');
  }
  if (isLoopback(hostname) || hosts.includes('*') || hosts.includes(hostname)) return;
  if (unregistrableHosts && unregistrableName.test(hostname)) return;
  throw new AccessDenied(
    `The sandbox does not answer to the host name ${hostname}: start it with --allow-host ${hostname}, or list the name in the option allowHosts of serve`,
  );
}

/** Whether a page comes from the sandbox itself. A proxy in front of it may change the scheme. */
export function isOwnPage(page: string, origin: string): boolean {
  const host = webUrl(page)?.host;
  return host !== undefined && host === URL.parse(origin)?.host;
}

function isKnownPage(page: string, { origins }: Access): boolean {
  if (origins.includes('*') || origins.includes(page)) return true;
  const url = webUrl(page);
  return url !== undefined && isLoopback(url.hostname);
}

/** An http or https address; `undefined` for anything else, such as the origin of a browser extension. */
function webUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

const usualHeaders = 'Authorization, x-api-key, Content-Type, X-Idempotency-Key, Idempotency-Key, User-Agent';

/** Allows every page to call and to read the responses, apart from what it may read. */
const everyPage = { 'access-control-allow-origin': '*', 'access-control-allow-headers': usualHeaders };
const noPage = { vary: 'Origin' };

/**
 * The CORS headers of a response (A11, A127): for every page in process, for known pages over the network. A preflight
 * gets every header that it asks for; pages may read the headers in `exposed`.
 */
export function corsHeaders(
  { method, headers, access }: IncomingRequest,
  exposed: string,
): Readonly<Record<string, string>> {
  const readable = { ...everyPage, 'access-control-expose-headers': exposed };
  const forEveryPage = method === 'OPTIONS' ? { ...readable, ...preflightHeaders(headers) } : readable;
  if (!access || access.origins.includes('*')) return forEveryPage;
  const page = headers.get('origin');
  if (page === null || !isKnownPage(page, access)) return noPage;
  return { ...forEveryPage, ...noPage, 'access-control-allow-origin': page };
}

function preflightHeaders(headers: HeaderSource): Readonly<Record<string, string>> {
  const wanted = headers.get('access-control-request-headers');
  return {
    ...(wanted !== null && { 'access-control-allow-headers': `${usualHeaders}, ${wanted}` }),
    // A page on the internet that calls this machine must be allowed to.
    ...(headers.get('access-control-request-private-network') === 'true' && {
      'access-control-allow-private-network': 'true',
    }),
  };
}
