import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Calibration, wirePresets } from '@mailrig/contract';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';
import { folder } from '../folder.ts';
import { command, type Ending, start } from './command.ts';

const exit = { usage: 1, different: 2, nothingCompared: 3 };

test('calibrate writes a file with which another sandbox answers in the same shapes', async () => {
  const out = join(await folder(), 'wire.json');
  const deployment = await deployed('reference');
  const calibration = await ask(
    deployment,
    'calibrate',
    '--out',
    out,
    '--create',
    '--simulate',
    '--from',
    'a@example.com',
  );
  expect(calibration).toMatchObject({ code: 0, stderr: '' });
  expect(calibration.stdout).toContain(
    'pageContainer           bare           the items of a page are `data` itself',
  );
  expect(calibration.stdout).toContain(`To start a sandbox like this: mailrig-sandbox --wire ${out}`);

  const copy = await start('--wire', out);
  const wire: unknown = await (await fetch(`${copy.controlUrl}/wire`)).json();
  expect(wire).toEqual({ ...wirePresets.reference, sendResult: 'full' });

  const { decisions } = (await (await fetch(`${copy.controlUrl}/decisions`)).json()) as {
    decisions: { id: string; standing: string; evidence: { source: string; date: string }[] }[];
  };
  const [seen] = decisions.find(({ id }) => id === 'A29')?.evidence ?? [];
  expect(seen).toMatchObject({
    source: `page-container, ${deployment.url}`,
    date: calibrationIn(out).date,
  });
});

test('calibrate --json prints the calibration and nothing else', async () => {
  const out = join(await folder(), 'wire.json');
  const { stdout } = await ask(await deployed(), 'calibrate', '--json', '--out', out);
  expect(JSON.parse(stdout)).toEqual(calibrationIn(out));
});

test('calibrate --dry-run shows every request and sends none', async () => {
  const { code, stdout } = await command(['calibrate', '--dry-run', '--simulate', '--create', '--burst'])
    .ending;
  expect(code).toBe(0);
  expect(stdout).toContain('64 requests to the deployment:');
  expect(stdout).toContain(
    'What is created stays, but lists are deleted with their contacts if the service allows it.',
  );
  expect(stdout).toContain('A read that fails is sent up to twice more');
  expect(stdout).toMatch(/burst +GET +\/api\/v1\/emails\?limit=1 +again and again until 429/);
});

const mistakes: readonly (readonly [args: readonly string[], message: string])[] = [
  [[], '--base-url or MAILRIG_BASE_URL must be the address of the deployment'],
  [
    ['--base-url', 'http://localhost:1'],
    '--api-key or MAILRIG_API_KEY must be an API key, preferably a test key',
  ],
  [
    ['--base-url', 'http://localhost:1', '--api-key', 'sk_live_1'],
    'This is not a test key (sk_test_…): use one, or allow this key with --allow-live-key and --live-host HOST',
  ],
  [
    ['--base-url', 'http://localhost:1', '--api-key', 'sk_live_1', '--allow-live-key'],
    'This is not a test key (sk_test_…): use one, or allow this key with --allow-live-key and --live-host HOST',
  ],
  [
    [
      '--base-url',
      'http://localhost:1',
      '--api-key',
      'sk_live_1',
      '--allow-live-key',
      '--live-host',
      'localhost:2',
    ],
    'The host that allows this key is localhost:2, but the deployment is at localhost:1.',
  ],
  [
    ['--base-url', 'localhost'],
    '--base-url must be an http or https address such as https://mail.example.com',
  ],
];

test.for(mistakes)('calibrate %j is refused, and nothing is written', async ([args, message]) => {
  const out = join(await folder(), 'wire.json');
  const { code, stderr } = await command(['calibrate', '--out', out, '--json', ...args]).ending;
  expect(JSON.parse(stderr)).toMatchObject({ error: { message } });
  expect(code).toBe(exit.usage);
  expect(existsSync(out)).toBe(false);
});

test('calibrate replaces a calibration, but no other file', async () => {
  const deployment = await deployed();
  const out = join(await folder(), 'package.json');
  writeFileSync(out, '{"name":"mine"}');
  const { code, stderr } = await ask(deployment, 'calibrate', '--out', out);
  expect(code).toBe(exit.usage);
  expect(stderr).toBe(
    `mailrig-sandbox: ${out} holds something else than a calibration: choose another file with --out\n`,
  );
  expect(readFileSync(out, 'utf8')).toBe('{"name":"mine"}');
});

const wrongFiles: readonly (readonly [content: string | undefined, message: RegExp])[] = [
  [
    undefined,
    /--wire must be one of examples, reference, sparse, client-js, client-go, client-python, client-rust, client-java, client-php or the path of a calibration, and there is no file/,
  ],
  ['{', /wire\.json: .*JSON/],
  ['[]', /wire\.json: wire must be a preset or an object/],
  ['{"pageContainer":"round"}', /wire\.json: pageContainer must be one of named, bare, nested/],
  ['{"wire":{}}', /wire\.json: date is required: is it a calibration\?/],
];

test.for(wrongFiles)('--wire with a file of %j is refused by name', async ([content, message]) => {
  const file = join(await folder(), 'wire.json');
  if (content !== undefined) writeFileSync(file, content);
  const { code, stderr } = await command(['--port', '0', '--wire', file]).ending;
  expect(code).toBe(exit.usage);
  expect(stderr).toMatch(message);
});

test('compare exits with 0 if deployment and sandbox do the same', async () => {
  const { code, stdout, stderr } = await ask(await deployed(), 'compare');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/\d\d the same, 0 different, 0 known, 0 outdated, \d+ not measured\n$/);
  expect(code).toBe(0);
});

test('compare exits with 2 if they differ, and says how to mend it', async () => {
  const { code, stdout } = await ask(await deployed('reference'), 'compare');
  expect(stdout).toContain('page-container: sandbox is wrong');
  expect(stdout).toContain('calibrate, or set the wire option pageContainer');
  expect(code).toBe(exit.different);

  const out = join(await folder(), 'wire.json');
  await ask(await deployed('reference'), 'calibrate', '--out', out);
  expect(await ask(await deployed('reference'), 'compare', '--wire', out)).toMatchObject({ code: 0 });
});

test('compare --known accepts the differences of a file until they are gone', async () => {
  const known = join(await folder(), 'known.json');
  const entry = { name: 'page-container', deployment: 'nested', sandbox: 'named', reason: 'We know' };
  writeFileSync(known, JSON.stringify([entry]));
  const nested = await deployed({ pageContainer: 'nested' });
  expect(await ask(nested, 'compare', '--known', known)).toMatchObject({ code: 0 });
  const { code, stdout } = await ask(await deployed(), 'compare', '--known', known);
  expect(code).toBe(exit.different);
  expect(stdout).toContain(
    'Known differences that no longer occur; remove them from the file:\n  page-container  We know',
  );

  writeFileSync(known, '[{"name":"ids"}]');
  const { stderr } = await ask(await deployed(), 'compare', '--known', known);
  expect(stderr).toBe(`mailrig-sandbox: ${known}: [0].deployment is required\n`);
});

test('compare exits with 3 if the deployment answers nothing that could be compared', async () => {
  const deployment = await deployed();
  deployment.sandbox.faults.add({ effect: { status: 503 } });
  const { code, stdout, stderr } = await ask(deployment, 'compare', '--json');
  expect(stdout).toBe('');
  expect(stderr).toBe(
    'mailrig-sandbox: The deployment cannot be asked: GET /api/v1/emails?limit=2 was answered with 503.\n',
  );
  expect(code).toBe(exit.nothingCompared);
});

test.for([
  ['calibrate', exit.usage],
  ['compare', exit.nothingCompared],
] as const)('%s prints one line if nothing answers at the address', async ([name, code]) => {
  const deployment = await deployed();
  await deployment.close();
  const out = join(await folder(), 'wire.json');
  const ending = await ask(deployment, name, ...(name === 'calibrate' ? ['--out', out] : []));
  const address = deployment.url.replace('http://', '');
  expect(ending).toEqual({
    code,
    stdout: '',
    stderr: `mailrig-sandbox: The deployment cannot be asked: GET /api/v1/emails?limit=2 failed: connect ECONNREFUSED ${address}.\n`,
  });
  expect(existsSync(out)).toBe(false);
});

/** A deployment in this process, because to start a program takes longer than most questions to it. */
async function deployed(wire: NonNullable<Parameters<typeof createSandbox>[0]>['wire'] = 'examples') {
  const server = await serve({ sandbox: createSandbox({ wire }), port: 0 });
  onTestFinished(() => server.close());
  return server;
}

function ask({ url, sandbox }: Awaited<ReturnType<typeof deployed>>, ...args: string[]): Promise<Ending> {
  return command(args, { MAILRIG_BASE_URL: url, MAILRIG_API_KEY: sandbox.testApiKey }).ending;
}

function calibrationIn(file: string): Calibration {
  return JSON.parse(readFileSync(file, 'utf8')) as Calibration;
}
