import type { IncomingRequest } from '../routing/request.ts';
import { ControlError } from './control-error.ts';

/** Who may use the control plane. */
export interface ControlAccess {
  /** Host names under which it may be called, besides loopback names; `undefined` for any. */
  readonly hostnames: readonly string[] | undefined;
  /** Bearer token that callers must send; `undefined` for none. */
  readonly token: string | undefined;
}

/** Host names, in the form of URLs, that always lead to this machine. */
export const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Refuses pages of other origins, unknown host names (DNS rebinding) and wrong tokens. */
export function guard(request: IncomingRequest, { hostnames, token }: ControlAccess): void {
  const url = URL.parse(request.origin);
  if (!url) throw forbidden('The control plane cannot read the Host header: send a host name');
  const { host, hostname } = url;
  if (hostnames && !loopback.test(hostname) && !hostnames.includes(hostname)) {
    throw forbidden(`The control plane does not answer to the host ${hostname}`);
  }
  const origin = request.headers.get('origin');
  if (origin !== null && URL.parse(origin)?.host !== host) {
    throw forbidden('The control plane does not answer to pages of another origin');
  }
  if (token !== undefined && request.headers.get('authorization') !== `Bearer ${token}`) {
    throw new ControlError(
      401,
      'UNAUTHORIZED',
      'The control plane needs its token: Authorization: Bearer <token>',
    );
  }
}

function forbidden(message: string): ControlError {
  return new ControlError(403, 'FORBIDDEN', message);
}
