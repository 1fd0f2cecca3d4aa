import type { OpenApiDocument } from '@mailrig/contract/openapi';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { openApiText } from '../../src/command/openapi.ts';
import { serveOptions } from '../../src/command/options.ts';
import { parseOptions } from '../../src/command/parse.ts';
import { command } from '../command/command.ts';
import { call, controlPlane } from '../harness.ts';
import { read } from './control.ts';

controlPlane('OpenAPI', (open) => {
  test('GET /openapi.json: the document covers the whole API and names the sandbox as its server', async () => {
    const service = await open();
    const document = read<OpenApiDocument>(await service.call('GET', '/_sandbox/openapi.json'));
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe(manifest.version);
    expect(document.servers).toEqual([{ url: service.baseUrl }]);
    expect(document.paths).toHaveProperty(['/api/v1/emails', 'post', 'operationId'], 'sendEmail');
  });

  test('GET /openapi.json: a presigned URL is under the server named in the document', async () => {
    const service = await open();
    const document = read<OpenApiDocument>(await service.call('GET', '/_sandbox/openapi.json'));
    const file = { filename: 'a.txt', contentType: 'text/plain', size: 1 };
    const upload = read<{ data: { uploadUrl: string } }>(
      await service.call('POST', '/api/v1/attachments/presigned-url', { json: file }),
    );
    const server = document.paths['/uploads/{id}']?.['put']?.servers?.[0]?.url;
    expect(new URL(upload.data.uploadUrl).origin).toBe(server);
  });
});

test('GET /openapi.json names the public URL, that of the server before that of the sandbox, where uploads are as well (A72)', async () => {
  const sandbox = createSandbox({ publicUrl: 'https://mail.example' });
  const server = await serve({ sandbox, publicUrl: 'https://mail.test', port: 0 });
  onTestFinished(() => server.close());
  const overHttp = { baseUrl: server.url, liveApiKey: sandbox.liveApiKey, fetch: globalThis.fetch };
  for (const [target, publicUrl] of [
    [sandbox, 'https://mail.example'],
    [overHttp, 'https://mail.test'],
  ] as const) {
    const document = read<OpenApiDocument>(await call(target, 'GET', '/_sandbox/openapi.json'));
    expect(document.servers).toEqual([{ url: publicUrl }]);
    expect(document.paths['/uploads/{id}']?.['put']?.servers).toMatchObject([{ url: publicUrl }]);
    const json = { filename: 'a.txt', contentType: 'text/plain', size: 1 };
    const { text } = await call(target, 'POST', '/api/v1/attachments/presigned-url', { json });
    expect(text).toContain(`${publicUrl}/uploads/`);
  }
});

test('GET /openapi.json follows the current wire options (R207)', async () => {
  const sandbox = createSandbox();
  const statuses = async () => {
    const document = read<OpenApiDocument>(await call(sandbox, 'GET', '/_sandbox/openapi.json'));
    return Object.keys(document.paths['/api/v1/emails']?.['post']?.responses ?? {});
  };
  expect(await statuses()).toContain('201');
  await call(sandbox, 'PUT', '/_sandbox/wire', { json: { successStatus: '200' } });
  expect(await statuses()).not.toContain('201');
  expect(await statuses()).toContain('200');
});

test('GET /openapi.json refuses unknown fields for a strict sandbox, and states its limits (A69, A122)', async () => {
  const sandbox = createSandbox({ strict: true, limits: { attachmentBytes: 7 } });
  const document = read<OpenApiDocument>(await call(sandbox, 'GET', '/_sandbox/openapi.json'));
  expect(document.components.schemas['CreateUploadBody']).toMatchObject({
    additionalProperties: false,
    else: { properties: { size: { maximum: 7 } } },
  });
  const { info, components } = read<OpenApiDocument>(
    await call(createSandbox(), 'GET', '/_sandbox/openapi.json'),
  );
  expect(components.schemas['CreateUploadBody']).not.toHaveProperty('additionalProperties');
  expect(info.description).toContain('shapes of the documented examples.');
});

test('mailrig-sandbox openapi follows --wire, --strict and --limits, and refuses a wrong limit', async () => {
  const described = async (...args: string[]): Promise<OpenApiDocument> =>
    JSON.parse(await openApiText(parseOptions(serveOptions, args, {})));
  const { info, components } = await described(
    '--wire',
    'sparse',
    '--strict',
    '--limits',
    '{"uploadBytes":9}',
  );
  expect(info.description).toContain('`authError: bare`');
  expect(components.schemas['VerifyEmailBody']).toMatchObject({ additionalProperties: false });
  await expect(described('--limits', '{"attachmentBytes":"x"}')).rejects.toThrow(
    'limits.attachmentBytes must be a whole number, 0 or more',
  );
});

test('mailrig-sandbox openapi prints the document and exits', async () => {
  const { code, stdout, stderr } = await command(['openapi', '--port', '4321']).ending;
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    info: { version: manifest.version },
    servers: [{ url: 'http://127.0.0.1:4321' }],
  });
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:4321'],
  ['::', 'http://[::1]:4321'],
  ['::1', 'http://[::1]:4321'],
])(
  'mailrig-sandbox openapi --host %s names the server %s, which callers on this machine reach',
  async (host, url) => {
    const settings = parseOptions(serveOptions, ['--host', host, '--port', '4321'], {});
    const { servers }: OpenApiDocument = JSON.parse(await openApiText(settings));
    expect(servers).toEqual([{ url }]);
  },
);

test('mailrig-sandbox openapi --public-url names the server at which callers reach it (A72)', async () => {
  const { stdout } = await command(['openapi', '--public-url', 'https://mail.example/']).ending;
  expect(JSON.parse(stdout)).toMatchObject({ servers: [{ url: 'https://mail.example' }] });
});

test('mailrig-sandbox openapi refuses an unknown option', async () => {
  const { code, stderr } = await command(['openapi', '--yaml']).ending;
  expect(stderr).toBe('mailrig-sandbox: Unknown option --yaml; --help lists them all\n');
  expect(code).toBe(1);
});
