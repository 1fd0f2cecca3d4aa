import { request } from 'node:http';
import { expect, test } from 'vitest';
import { start } from './command.ts';

/** Status of a health check with another Host header, which fetch cannot set. */
function statusUnder(port: number, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/_sandbox/health', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .once('error', reject)
      .end();
  });
}

test('on loopback, the control plane refuses host names that point to this machine', async () => {
  const { port } = await start();
  expect(await statusUnder(port, { host: `localhost:${port}` })).toBe(200);
  expect(await statusUnder(port, { host: `mail.example.net:${port}` })).toBe(403);
});

test('--host accepts every spelling of a loopback name', async () => {
  const { port } = await start('--host', 'LocalHost');
  expect(await statusUnder(port, { host: `localhost:${port}` })).toBe(200);
  expect(await statusUnder(port, { host: `mail.example.net:${port}` })).toBe(403);
});

test('--host opens the sandbox to the network: it accepts any host name but no page of another origin', async () => {
  const { port, url } = await start('--host', '0.0.0.0');
  const host = `mail.example.net:${port}`;
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(await statusUnder(port, { host })).toBe(200);
  expect(await statusUnder(port, { host, origin: `http://${host}` })).toBe(200);
  expect(await statusUnder(port, { host, origin: 'http://evil.example' })).toBe(403);
});
