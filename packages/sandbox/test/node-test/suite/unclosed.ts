// A file whose test forgets to close its server.
import { test } from 'node:test';
import { serve } from '@mailrig/sandbox/node';

test('calls a server and leaves it open', async () => {
  const { url } = await serve({ port: 0 });
  await fetch(`${url}/_sandbox/messages?wait=50ms`);
});
