import type { SandboxServer } from '../mounts/node.ts';
import { version } from '../version.ts';

/** Everything that a program needs to use a sandbox that is served: what `--json` prints. */
export interface Announcement {
  /** Where the API is, without a trailing slash. */
  readonly url: string;
  /** Test key of the default account. */
  readonly apiKey: string;
  /** Live key of the default account. */
  readonly liveApiKey: string;
  /** Where the control plane is. */
  readonly controlUrl: string;
  /** Where the inspector is; absent with `--no-inspector`. */
  readonly inspectorUrl?: string;
  /** Version of the sandbox. */
  readonly version: string;
  readonly port: number;
}

/**
 * A server as callers on this machine reach it: one that listens on all addresses, at loopback.
 *
 * @param inspector Whether it serves the inspector.
 */
export function announcementOf(
  { url: bound, port, sandbox }: SandboxServer,
  inspector: boolean,
): Announcement {
  const url = bound.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const { apiKey, liveApiKey } = sandbox;
  return {
    url,
    apiKey,
    liveApiKey,
    controlUrl: `${url}/_sandbox`,
    ...(inspector && { inspectorUrl: `${url}/` }),
    version,
    port,
  };
}

/** What is printed for people: where the sandbox is, its keys, and a call to paste. */
export function welcomeText({ url, apiKey, liveApiKey, controlUrl, inspectorUrl }: Announcement): string {
  return [
    `Mailrig sandbox ${version} is running; Ctrl+C stops it.`,
    '',
    `  URL            ${url}`,
    ...(inspectorUrl === undefined ? [] : [`  Inspector      ${inspectorUrl}`]),
    `  Control plane  ${controlUrl}`,
    `  Test key       ${apiKey}`,
    `  Live key       ${liveApiKey}`,
    '',
    'Send an email:',
    '',
    curlLine(url, liveApiKey),
  ].join('\n');
}

function curlLine(url: string, key: string): string {
  const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi Bob' };
  return [
    `curl ${url}/api/v1/emails`,
    `-H 'Authorization: Bearer ${key}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(email)}'`,
  ].join(' ');
}
