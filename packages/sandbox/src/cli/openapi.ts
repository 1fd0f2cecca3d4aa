import { wirePresets } from '@mailrig/contract';
import { openApiDocument } from '@mailrig/contract/openapi';
import { version } from '../version.ts';
import { hostnameFrom } from '../routing/access.ts';
import { createSandbox } from '../sandbox.ts';
import { reachableAt } from './address.ts';
import type { CommandSettings } from './options.ts';

/** The output of `mailrig-sandbox openapi`: the API, with the sandbox of these settings as its server. */
export function openApiText({
  host,
  port,
  endpoints,
  wire,
  strict,
  limits = {},
}: Pick<CommandSettings, 'host' | 'port' | 'endpoints' | 'wire' | 'strict' | 'limits'>): string {
  // Throws if a limit is unknown or no number.
  createSandbox({ limits });
  // With port 0, the port is unknown until the server listens.
  const server = port === 0 ? {} : { baseUrl: reachableAt(`http://${hostnameFrom(host) ?? host}:${port}`) };
  const options = { ...server, version, endpoints, wire: wirePresets[wire], strict, limits };
  return JSON.stringify(openApiDocument(options), null, 2);
}
