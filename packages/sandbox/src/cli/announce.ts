import type { SandboxServer } from '../mounts/node.ts';
import { version } from '../version.ts';

/** The URL of a server as callers on this machine can use it: one that listens everywhere is at loopback. */
export function callableUrl(server: SandboxServer): string {
  return server.url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** What `--json` prints: everything that a program needs to use the sandbox, on one line. */
export function machineLine(server: SandboxServer): string {
  const { port, sandbox } = server;
  const url = callableUrl(server);
  return JSON.stringify({
    url,
    apiKey: sandbox.apiKey,
    liveApiKey: sandbox.liveApiKey,
    controlUrl: `${url}/_sandbox`,
    version,
    port,
  });
}

/** What is printed for people: where the sandbox is, its keys, and a call to paste. */
export function welcomeText(server: SandboxServer): string {
  const { sandbox } = server;
  const url = callableUrl(server);
  return [
    `Mailrig sandbox ${version} is running; Ctrl+C stops it.`,
    '',
    `  URL            ${url}`,
    `  Control plane  ${url}/_sandbox`,
    `  Test key       ${sandbox.apiKey}`,
    `  Live key       ${sandbox.liveApiKey}`,
    '',
    'Send an email:',
    '',
    curlLine(url, sandbox.liveApiKey),
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
