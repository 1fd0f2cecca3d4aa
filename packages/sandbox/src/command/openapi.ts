import { openApiDocument } from '@mailrig/contract/openapi';
import { present } from '../service/state/copy.ts';
import { version } from '../service/version.ts';
import { createSandbox } from '../control/sandbox.ts';
import { addressOf } from './address.ts';
import type { ServeSettings } from './options.ts';
import { readWire } from './input-files.ts';

type OpenApiSettings = Pick<
  ServeSettings,
  'host' | 'port' | 'public-url' | 'endpoints' | 'wire' | 'strict' | 'limits'
>;

/**
 * The output of `mailrig-sandbox openapi`: the API of a sandbox with these settings, as its server.
 *
 * @throws Error naming a limit or a wire file that is wrong.
 */
export async function openApiText(settings: OpenApiSettings): Promise<string> {
  const { host, port, strict, limits = {} } = settings;
  const chosen = present({ limits, wire: await readWire(settings.wire), endpoints: settings.endpoints });
  const { wire, endpoints } = createSandbox(chosen);
  // With port 0, the port is unknown until the server listens.
  const baseUrl = settings['public-url'] ?? (port === 0 ? undefined : addressOf(host, port));
  const document = openApiDocument(present({ baseUrl, version, endpoints, wire, strict, limits }));
  return JSON.stringify(document, null, 2);
}
