import { environmentOf } from '@mailrig/contract';

/**
 * What a comparison may do: each tier allows more than the one before. A request is sent only if its tier was chosen.
 *
 * - `observe`: reads, and requests that are certain to be refused. It changes nothing.
 * - `simulate`: one simulated send to a reserved domain, and verifications. Test keys only; costs no credits.
 * - `create`: a contact list, a contact and an upload. The document has no call that deletes lists and contacts.
 * - `burst`: more requests than the rate limit allows, until one is refused.
 */
export const tiers = ['observe', 'simulate', 'create', 'burst'] as const;

/** How far a request goes. */
export type Tier = (typeof tiers)[number];

/** Why a request was not sent if its tier was left out. */
export const notChosen = (tier: Tier) => `the tier ${tier} was not chosen`;

/** A deployment of the service, and how to call it. */
export interface Deployment {
  /** Its address: what comes before `/api/v1`. */
  readonly baseUrl: string;
  /** An API key, best a test key (`sk_test_…`). It is sent to `baseUrl` and nowhere else. */
  readonly apiKey: string;
  /** An address at the verified domain of the key. Without one, no send is simulated. */
  readonly from?: string;
  /** The host of `baseUrl` once more, to allow a key that is not a test key. Nothing is simulated with such a key. */
  readonly liveHost?: string;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** The right time, with which its clock is compared. Default: the system's; for a sandbox, `() => sandbox.clock.now()`. */
  readonly now?: () => Date;
  /** Waits for the rate limit and before a read is repeated. Default: a timer; for a sandbox, advance its clock. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** Refuses settings that could do harm, before anything is sent. Throws a `DeploymentError` naming the fix. */
export function checkDeployment(deployment: Deployment, tiers: readonly Tier[]): void {
  const problem = problemOf(deployment, tiers);
  if (problem !== undefined) throw new DeploymentError(problem);
}

function problemOf(
  { baseUrl, apiKey, from, liveHost }: Deployment,
  tiers: readonly Tier[],
): string | undefined {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol))
    return 'The base URL must be an http or https address, for example https://mail.example.com.';
  if (url.search || url.hash || url.username || url.password)
    return 'The base URL must have no query, fragment, user or password.';
  if (/\/api\/v\d+\/?$/.test(url.pathname))
    return 'The base URL must end before /api/v1: the paths of the requests begin with it.';
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    return 'The API key must be visible ASCII characters, for example sk_test_….';
  if (from !== undefined && !/^[^\s@]+@[^\s@]+$/.test(from))
    return 'The sender must be a bare address at the domain of the key, for example probe@example.com.';
  if (environmentOf(apiKey) === 'test') return undefined;
  if (liveHost === undefined)
    return 'This is not a test key (sk_test_…). Use one; or, to allow this key, name the host of the deployment a second time.';
  if (liveHost !== url.host)
    return `The host that allows this key is ${liveHost}, but the deployment is at ${url.host}.`;
  return tiers.includes('simulate')
    ? 'With a key that is not a test key, a send is real and a verification costs credits: leave out the tier simulate.'
    : undefined;
}

/** A deployment must not be called, or not any further: the message says why, and what to do. */
export class DeploymentError extends Error {
  override readonly name: string = 'DeploymentError';
}

/** The deployment cannot be reached, refuses the key, or fails, so there is no result. */
export class UnavailableError extends DeploymentError {
  override readonly name = 'UnavailableError';
}
