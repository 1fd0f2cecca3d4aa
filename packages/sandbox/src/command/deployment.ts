import { type Deployment, type Tier, tiers } from '@mailrig/probes';
import type { deploymentOptions } from './deployment-options.ts';
import type { OptionValues } from './option.ts';
import { UsageError } from './parse.ts';

type DeploymentSettings = OptionValues<typeof deploymentOptions>;

/**
 * The deployment that the options name.
 *
 * @throws UsageError naming an option that is missing.
 */
export function deploymentFrom(settings: DeploymentSettings): Deployment {
  const { 'base-url': baseUrl, 'api-key': apiKey, from } = settings;
  if (baseUrl === undefined)
    throw new UsageError('--base-url or MAILRIG_BASE_URL must be the address of the deployment');
  if (apiKey === undefined)
    throw new UsageError('--api-key or MAILRIG_API_KEY must be an API key, preferably a test key');
  const { 'allow-live-key': allowed, 'live-host': liveHost } = settings;
  if (!apiKey.startsWith('sk_test_') && !(allowed && liveHost !== undefined)) {
    throw new UsageError(
      'This is not a test key (sk_test_…): use one, or allow this key with --allow-live-key and --live-host HOST',
    );
  }
  return {
    baseUrl: baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl,
    apiKey,
    ...(from !== undefined && { from }),
    ...(allowed && liveHost !== undefined && { liveHost }),
  };
}

/** How far the options allow to go. */
export function tiersFrom(settings: DeploymentSettings): readonly Tier[] {
  return tiers.filter((tier) => tier === 'observe' || settings[tier]);
}
