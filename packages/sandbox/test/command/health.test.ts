import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { announced, command, start } from './command.ts';

/** The URL of another server. */
async function served(response: RequestListener): Promise<string> {
  const server = createServer(response).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const healthy = { code: 0, stdout: '', stderr: '' };

test('health exits with 0 and prints nothing if the sandbox of the options or the environment answers', async () => {
  const { port, url } = await start();
  expect(await command(['health', '--port', String(port)]).ending).toEqual(healthy);
  expect(await command(['health'], { MAILRIG_SANDBOX_PORT: String(port) }).ending).toEqual(healthy);
  expect(await command(['health', '--url', `${url}/`]).ending).toEqual(healthy);
});

test('health needs no token, and one environment serves the sandbox and its check in a container', async () => {
  const environment = { MAILRIG_SANDBOX_HOST: '0.0.0.0', MAILRIG_SANDBOX_CONTROL_TOKEN: 'hush' };
  const { port } = await announced(command(['--json', '--port', '0'], environment));
  const inside = { ...environment, MAILRIG_SANDBOX_PORT: String(port) };
  expect(await command(['health'], inside).ending).toEqual(healthy);
});

test('health exits with 1 and one line if nothing answers', async () => {
  const { port, command: running } = await start();
  await running.stop('SIGTERM');
  expect(await command(['health', '--port', String(port)]).ending).toEqual({
    code: 1,
    stdout: '',
    stderr: `mailrig-sandbox: No sandbox answers at http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}\n`,
  });
});

test('health exits with 1 if the response takes longer than two seconds', async () => {
  const url = await served(() => {});
  expect(await command(['health', '--url', url]).ending).toEqual({
    code: 1,
    stdout: '',
    stderr: `mailrig-sandbox: No sandbox answers at ${url} within 2 s\n`,
  });
});

const others: readonly (readonly [what: string, answer: RequestListener])[] = [
  ['answers with a page', (_request, response) => response.end('<p>Welcome</p>')],
  ['answers with an error', (_request, response) => response.writeHead(500).end('{"status":"ok"}')],
];

test.for(others)('health exits with 1 if another program %s', async ([, response]) => {
  const url = await served(response);
  expect(await command(['health', '--url', url]).ending).toEqual({
    code: 1,
    stdout: '',
    stderr: `mailrig-sandbox: What answers at ${url} is not a healthy sandbox\n`,
  });
});

test('health asks for the port if it cannot know it', async () => {
  expect((await command(['health', '--port', '0']).ending).stderr).toBe(
    'mailrig-sandbox: health needs --port or --url: with port 0, the sandbox has chosen a port itself\n',
  );
});
