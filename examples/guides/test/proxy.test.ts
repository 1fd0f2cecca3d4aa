import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';
import { throughProxy } from '../src/proxy.ts';

/** Starts a proxy that lists the hosts it is asked for, and opens all tunnels to one local port. */
async function startProxy(target: number) {
  const hosts = new Set<string>();
  const sockets = new Set<Socket>();
  const proxy = createServer().on('connect', ({ url = '' }, socket: Socket) => {
    hosts.add(url);
    const server = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.pipe(socket).pipe(server);
    });
    for (const end of [socket, server]) sockets.add(end.on('error', () => end.destroy()));
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, hosts };
}

test('emails and uploads reach hosts that only the proxy can reach', async () => {
  const baseUrl = 'http://mail.example.invalid';
  const sandbox = createSandbox({ baseUrl, uploadBaseUrl: 'http://uploads.example.invalid' });
  await using server = await serve({
    sandbox,
    port: 0,
    allowHosts: ['mail.example.invalid', 'uploads.example.invalid'],
  });
  const proxy = await startProxy(server.port);
  const mail = throughProxy(proxy.url, { apiKey: sandbox.liveApiKey, baseUrl });

  const { id } = await mail.attachments.upload(new Blob(['a,b\n']), { filename: 'report.csv' });
  await mail.emails.send({
    from: 'ada@example.com',
    to: 'grace@example.org',
    subject: 'The report',
    text: 'See the attachment.',
    attachmentIds: [id],
  });

  expect(sandbox.mailbox.latest()?.attachments).toHaveLength(1);
  expect(proxy.hosts).toEqual(new Set(['mail.example.invalid:80', 'uploads.example.invalid:80']));
});
