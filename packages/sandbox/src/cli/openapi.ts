import { openApiDocument } from '@mailrig/contract/openapi';
import { version } from '../version.ts';
import { hostnameFrom } from '../routing/access.ts';
import { reachableAt } from './address.ts';
import type { ServeSettings } from './options.ts';

/** The output of `mailrig-sandbox openapi`: the API, with the sandbox of these settings as its server. */
export function openApiText({
  host,
  port,
  endpoints,
}: Pick<ServeSettings, 'host' | 'port' | 'endpoints'>): string {
  // With port 0, the port is unknown until the server listens.
  const server = port === 0 ? {} : { baseUrl: reachableAt(`http://${hostnameFrom(host) ?? host}:${port}`) };
  return JSON.stringify(openApiDocument({ ...server, version, endpoints }), null, 2);
}
