import type { DeploymentResponse } from './response.ts';
import type { Deployment } from './deployment.ts';
import { urlOf } from './sender.ts';
import { pathOf, type StepRequest } from './step.ts';

const statuses: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Where a redirect leads, and the base URL under which the same path is there; `undefined` if the response is no
 * redirect to a web address. Queries and credentials are left out, and whatever may be an id.
 *
 * @param request As in the table of requests, with `{names}` for ids.
 * @param sent The same with the ids.
 */
export function redirectOf(
  { status, headers }: DeploymentResponse,
  deployment: Deployment,
  request: StepRequest,
  sent: StepRequest,
): string | undefined {
  const from = urlOf(deployment, sent);
  const location = headers.get('location');
  if (!statuses.includes(status) || !request.path.startsWith('/')) return;
  if (!location || !URL.canParse(location, from)) return;
  const { protocol, origin, pathname } = new URL(location, from);
  if (!/^https?:$/.test(protocol)) return;
  const path = pathOf(sent);
  const base = pathname.endsWith(path) ? origin + pathname.slice(0, -path.length) : undefined;
  const elsewhere = request.path === sent.path ? origin + pathname : origin;
  const target = base === undefined ? elsewhere : base + pathOf(request);
  const advice =
    base === undefined || base === urlOf(deployment, { path: '/' }).slice(0, -1)
      ? ''
      : `: try the base URL ${base}`;
  return `redirected to ${target} (${status})${advice}`;
}
