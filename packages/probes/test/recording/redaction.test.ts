import { parseAddress, parseMailbox, parseTimestamp } from '@mailrig/contract';
import { createRecorder } from '@mailrig/probes';
import { createSandbox } from '@mailrig/sandbox';
import fc from 'fast-check';
import { expect, test } from 'vitest';

/** What is recorded of the bodies of requests, one after the other in one recording. */
async function redacted(
  path: string,
  bodies: readonly unknown[],
): Promise<readonly Record<string, unknown>[]> {
  const lines: string[] = [];
  const recorder = createRecorder({
    baseUrl: 'http://deployment.test',
    write: (line) => void lines.push(line),
    fetch: () => Promise.resolve(new Response(null, { status: 204 })),
  });
  for (const body of bodies) {
    await recorder.handle(
      new Request(`http://127.0.0.1${path}`, { method: 'POST', body: JSON.stringify(body) }),
    );
  }
  return lines
    .slice(1)
    .map((line) => (JSON.parse(line) as { request: { json: Record<string, unknown> } }).request.json);
}

async function shown(field: string, values: readonly unknown[]): Promise<readonly unknown[]> {
  const bodies = await redacted(
    '/api/v1/emails',
    values.map((value) => ({ [field]: value })),
  );
  return bodies.map((body) => body[field]);
}

const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/);
const local = fc.stringMatching(/^[A-Za-z][A-Za-z0-9.+_-]{0,12}$/);
const address = fc
  .tuple(local, label, fc.constantFrom('com', 'de', 'co.uk'))
  .map(([name, host, top]) => `${name}@${host}.${top}`);

test('valid addresses stay valid, invalid ones invalid, and two are one exactly if they were', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          address,
          fc.string(),
          address.map((text) => text.toUpperCase()),
        ),
        { maxLength: 12 },
      ),
      async (texts) => {
        const placeholders = (await shown('to', texts)) as string[];
        for (const [index, text] of texts.entries()) {
          const [one, placeholder] = [parseMailbox(text), parseMailbox(placeholders[index] ?? '')];
          expect(placeholder === undefined, text).toBe(one === undefined);
          for (const [other, second] of texts.map((each, at) => [each, placeholders[at]] as const)) {
            expect(second === placeholders[index], `${text} and ${other}`).toBe(other === text);
            const [a, b] = [parseMailbox(other), parseMailbox(second ?? '')];
            if (!one || !a) continue;
            expect(b?.key === placeholder?.key).toBe(a.key === one.key);
            expect(b?.domain.toLowerCase() === placeholder?.domain.toLowerCase()).toBe(
              a.domain.toLowerCase() === one.domain.toLowerCase(),
            );
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('texts keep their length in characters and bytes, and two are one exactly if they were', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('', 'a', 'b', '  ', 'x'.repeat(12_000)),
  );
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(text, { maxLength: 12 }), async (texts) => {
      const placeholders = (await shown('text', texts)) as string[];
      expect(new Set(placeholders).size).toBe(texts.length);
      for (const [index, original] of texts.entries()) {
        const placeholder = placeholders[index] ?? '';
        expect([...placeholder].length).toBe([...original].length);
        expect(Buffer.byteLength(placeholder)).toBe(Buffer.byteLength(original.toWellFormed()));
      }
    }),
    { numRuns: 60 },
  );
});

const lasting: readonly (readonly [what: string, field: string, value: unknown])[] = [
  ['an empty text', 'subject', ''],
  ['a text of spaces', 'subject', '   '],
  ['null', 'subject', null],
  ['true', 'subject', true],
  ['a word of the contract', 'status', 'active'],
  ['an id', 'templateId', 'tpl_81'],
];

test.for(lasting)('%s stays as it is', async ([, field, value]) => {
  expect(await shown(field, [value])).toEqual([value]);
});

test('a subject of 999 characters stays too long, and one with a line break stays invalid', async () => {
  const [long, broken] = (await shown('subject', ['S'.repeat(999), 'Hello\r\nBcc: everyone'])) as string[];
  expect(long).toHaveLength(999);
  expect(broken).toMatch(/^\S{5}\r\n\S+$/);
});

test('placeholders of templates stay', async () => {
  expect(await shown('subject', ['Dear {{ user.name }}, hello'])).toEqual([
    expect.stringMatching(/^\w{5}\{\{ user\.name \}\}\w{7}$/),
  ]);
});

test('a display name is replaced around its address', async () => {
  const [mailbox] = (await shown('from', ['"Ada" <ada@mail.test>'])) as string[];
  expect(mailbox).toMatch(/^"\w{3}" <person1@domain1\.example>$/);
});

test('dates stay dates, and IP addresses stay IP addresses', async () => {
  const bodies = await redacted('/api/v1/contact-lists/lst_1/contacts', [
    {
      consentTimestamp: '2025-02-03T04:05:06Z',
      consentIpAddress: '198.51.100.7',
      customFields: { born: '2001-02-03' },
    },
    { consentTimestamp: 'yesterday', consentIpAddress: '2a02:8108::7', customFields: { born: 'in May' } },
    { consentIpAddress: '1.2.3.400' },
  ]);
  const [valid = {}, invalid = {}, wrong = {}] = bodies;
  expect(parseTimestamp(String(valid['consentTimestamp']))).toBeDefined();
  expect(valid['customFields']).toEqual({ born: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  expect(parseTimestamp(String(invalid['consentTimestamp']))).toBeUndefined();
  expect(valid['consentIpAddress']).toBe('192.0.2.1');
  expect(invalid['consentIpAddress']).toBe('2001:db8::2');
  expect(wrong['consentIpAddress']).not.toContain('.');
});

/** Addresses whose words decide the outcome (A64, A97). */
const magic = [
  'bounce@corp.org',
  'ada+fail@corp.org',
  'ada@nxdomain.corp.org',
  'unknown@corp.org',
  'ada@mailinator.com',
  'support@corp.org',
  'ada@catchall.org',
  'ada@spammy.net',
  'ada@gmail.com',
  'ada@gmial.com',
  'ada@corp.invalid',
  'ada@corp.org',
  'noreply+x@corp.org',
];

test.for(magic)('%s has the same result of a verification as its placeholder (A97)', async (email) => {
  const sandbox = createSandbox();
  const placeholder = String((await shown('to', [email]))[0]);
  expect(parseAddress(placeholder)?.key).not.toBe(email.endsWith('corp.org') ? email : undefined);
  const [one, other] = await Promise.all([email, placeholder].map((address) => verified(sandbox, address)));
  expect(other).toEqual(one);
});

async function verified({ fetch: send, baseUrl, apiKey }: ReturnType<typeof createSandbox>, email: string) {
  const answer = await send(`${baseUrl}/api/v1/email-verification/single`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const { data } = (await answer.json()) as { data: Record<string, unknown> };
  return { ...data, email: '' };
}
