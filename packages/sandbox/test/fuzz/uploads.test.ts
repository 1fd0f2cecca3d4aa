import { createSandbox } from '@mailrig/sandbox';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { confirm, newUpload } from '../conformance/upload.ts';
import { start } from '../harness.ts';
import { hostileName, hostileText, secret } from './values.ts';
import { seed } from './world.ts';

// These runs take longer than an ordinary test on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const declared = 8;

/** Creates an upload in a fresh sandbox, ready for its file. */
async function pending() {
  const sandbox = createSandbox({
    clock: 'manual',
    startAt: start,
    rateLimit: false,
    limits: { uploadBytes: 64 },
  });
  const upload = await newUpload(sandbox, { contentType: 'text/plain', size: declared });
  return {
    sandbox,
    url: new URL(upload.uploadUrl),
    confirm: () => confirm(sandbox, upload.attachmentId),
  };
}

const bytes = fc.oneof(
  fc.uint8Array({ minLength: declared, maxLength: declared }),
  fc.uint8Array({ maxLength: 70, size: 'max' }),
);
const headerValue = hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim());
const header = fc.tuple(
  fc.constantFrom(
    'content-type',
    'content-type',
    'content-length',
    'authorization',
    'x-api-key',
    'x-amz-acl',
  ),
  fc.oneof(fc.constantFrom('text/plain', 'TEXT/PLAIN; charset=utf-8', '0', '-1', '1e9', '65'), headerValue),
);
const put = fc.record({
  method: fc.constantFrom('PUT', 'PUT', 'PUT', 'PUT', 'POST', 'GET', 'HEAD', 'DELETE', 'OPTIONS'),
  body: bytes,
  headers: fc.array(header, { maxLength: 3 }),
  /** A change to the signature in the URL. */
  signing: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('token', 'token', 'x'), hostileText) },
    { weight: 1, arbitrary: fc.tuple(hostileName, hostileText) },
  ),
  wait: fc.constantFrom('0s', '0s', '0s', '59m', '2h'),
});

test('an upload URL answers any request in XML, never with a 500, and keeps complete files only (A73)', async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(put, { minLength: 1, maxLength: 6 }), async (puts) => {
      const { sandbox, url, confirm } = await pending();
      let last: Uint8Array | undefined;
      for (const { method, body, headers, signing, wait } of puts) {
        sandbox.clock.advance(wait);
        const target = new URL(url);
        if (signing) target.searchParams.set(signing[0], signing[1].toWellFormed());
        const sent = new Headers();
        for (const [name, value] of headers) sent.set(name, value);
        const response = await sandbox.fetch(target, {
          method,
          headers: sent,
          ...(method !== 'GET' && method !== 'HEAD' && { body: Uint8Array.from(body) }),
        });
        const text = await response.text();
        expect(response.status, text).toBeLessThan(500);
        expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
        if (response.status >= 400 && method !== 'HEAD') {
          expect(text).toMatch(/^<\?xml [^]*<Error><Code>\w+<\/Code>/);
          expect(text).not.toContain(secret);
        }
        if (response.status === 200) {
          expect(method).toBe('PUT');
          last = body;
        }
      }
      const { status } = await confirm();
      if (status === 200) {
        kept += 1;
        expect(last).toHaveLength(declared);
      } else {
        expect(status).toBeLessThan(500);
      }
      expect(sandbox.check()).toEqual([]);
      const text = [...sandbox.save()].join('');
      await sandbox.load(text);
      expect([...sandbox.save()].join('')).toBe(text);
      expect(JSON.stringify(sandbox.requests.list())).not.toContain(secret);
      expect(JSON.stringify(sandbox.requests.list())).not.toContain(url.searchParams.get('token'));
    }),
    { seed, numRuns: 200 },
  );
  expect(kept).toBeGreaterThan(10);
});
