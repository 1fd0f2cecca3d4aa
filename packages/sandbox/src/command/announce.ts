import type { SandboxServer } from '../mounts/node.ts';
import { version } from '../service/version.ts';
import { hostnameFrom, isLoopback } from '../service/routing/access.ts';
import { reachableAt } from './address.ts';
import type { ServeSettings } from './options.ts';
import { requestCommand, type Shell, variableLines } from './shell.ts';

/** The line that `--json` prints: everything that a program needs to use the sandbox. */
export interface Announcement {
  /** Address of the API, without a trailing slash. */
  readonly url: string;
  /** Test key of the default account. */
  readonly testApiKey: string;
  /** Live key of the default account. */
  readonly liveApiKey: string;
  /** Domain that the default account sends from. */
  readonly domain: string;
  /** Address of the control plane. */
  readonly controlUrl: string;
  /** Address of the inspector; absent with `--no-inspector`. */
  readonly inspectorUrl?: string;
  /** Version of the sandbox. */
  readonly version: string;
  /** The port it listens on. */
  readonly port: number;
}

/** Describes a server for callers on this machine. */
export function announcementOf(
  { url: bound, port, sandbox }: SandboxServer,
  inspector: boolean,
): Announcement {
  const url = reachableAt(bound);
  const { testApiKey, liveApiKey } = sandbox;
  return {
    url,
    testApiKey,
    liveApiKey,
    domain: sandbox.info.domain.name,
    controlUrl: `${url}/_sandbox`,
    ...(inspector && { inspectorUrl: `${url}/` }),
    version,
    port,
  };
}

/** The same for people, who reach the server at its public address if it has one. */
export function forPeople(announcement: Announcement, publicUrl: string | undefined): Announcement {
  if (publicUrl === undefined) return announcement;
  return {
    ...announcement,
    url: publicUrl,
    controlUrl: `${publicUrl}/_sandbox`,
    ...(announcement.inspectorUrl !== undefined && { inspectorUrl: `${publicUrl}/` }),
  };
}

/** The start-up message for people: addresses, keys, environment variables for an app, and a call to paste. */
export function welcomeText(announcement: Announcement, shell: Shell): string {
  const { url, testApiKey, liveApiKey, domain, controlUrl, inspectorUrl } = announcement;
  const email = { from: `ada@${domain}`, to: 'bob@example.org', subject: 'Hello', text: 'Hi Bob' };
  return [
    `Mailrig sandbox ${version} is running; Ctrl+C stops it.`,
    '',
    `  URL            ${url}`,
    ...(inspectorUrl === undefined ? [] : [`  Inspector      ${inspectorUrl}`]),
    `  Control plane  ${controlUrl}`,
    `  Live key       ${liveApiKey}   behaves as in production; no email leaves the sandbox`,
    `  Test key       ${testApiKey}   only simulates sending`,
    `  Sends from     any address at ${domain}`,
    '',
    'Point your app at it:',
    '',
    variableLines(shell, { MAILRIG_BASE_URL: url, MAILRIG_API_KEY: liveApiKey }),
    '',
    'Or send an email by hand:',
    '',
    requestCommand(shell, { url: `${url}/api/v1/emails`, key: liveApiKey, body: email }),
  ].join('\n');
}

/** What a sandbox opens to the network and how to close it; `undefined` if only this machine can reach it. */
export function networkWarning(
  { url }: Pick<SandboxServer, 'url'>,
  settings: Pick<ServeSettings, 'host' | 'control-token' | 'no-inspector'>,
): string | undefined {
  const { host, 'control-token': token, 'no-inspector': noInspector } = settings;
  if (isLoopback(hostnameFrom(host) ?? host)) return undefined;
  const control = noInspector ? 'the control plane' : 'the control plane and the inspector';
  const verb = noInspector ? 'requires' : 'require';
  return [
    `mailrig-sandbox: Warning: ${url} is open to the network.`,
    ...(token === undefined
      ? [
          `Anyone who can reach it can read all captured email and every API key, and change everything, through ${control}.`,
          'To require a token for that, use --control-token TOKEN.',
        ]
      : [`Anyone with an API key can use the API; ${control} ${verb} the token.`]),
    'To serve this machine only, use --host 127.0.0.1; in a container, publish the port as 127.0.0.1:4010:4010.',
  ].join(' ');
}
