import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const run = promisify(execFile);
const folder = new URL('..', import.meta.url);
const program = fileURLToPath(
  new URL('node_modules/@mailrig/sandbox/src/command/mailrig-sandbox.ts', folder),
);
const yaml = async (name: string) => parse(await readFile(new URL(name, folder), 'utf8'));

/** Reads the options, and fails if a variable is misspelt or has a wrong value. */
const accepts = (env: Record<string, string>) =>
  run(process.execPath, [program, '--version'], { env: { ...process.env, ...env } });

describe('the files', () => {
  test('compose.yaml and service.yml set options that the sandbox knows', async () => {
    const { app, mail } = (await yaml('compose.yaml')).services;
    const service = (await yaml('service.yml')).jobs.test.services.mail;
    for (const { image, environment, env } of [mail, service]) {
      expect(image).toBe('mailrig/sandbox');
      await accepts(environment ?? env);
    }
    expect(app.environment).toEqual({
      MAILRIG_BASE_URL: 'http://mail:4010',
      MAILRIG_API_KEY: 'sk_live_sandbox',
    });
  });

  test('action.yml uses inputs and outputs that the action has', async () => {
    const action = await yaml('../../action/action.yml');
    const text = await readFile(new URL('action.yml', folder), 'utf8');
    const step = (await yaml('action.yml')).jobs.test.steps.find(({ id }: { id?: string }) => id === 'mail');
    const outputs = [...text.matchAll(/steps\.mail\.outputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
    expect(outputs).toHaveLength(2);
    expect(Object.keys(action.outputs)).toEqual(expect.arrayContaining(outputs));
  });

  test('the commands of run.sh set options that the sandbox knows', async () => {
    const bin = await mkdtemp(join(tmpdir(), 'mailrig-docker-'));
    const docker = join(bin, 'docker');
    await writeFile(docker, `#!/usr/bin/env bash\nprintf '%s\\n' "$@" next >>"${bin}/calls"\n`);
    await chmod(docker, 0o755);
    const script = fileURLToPath(new URL('src/run.sh', folder));
    await run('bash', [script], {
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` },
    });
    const calls = (await readFile(join(bin, 'calls'), 'utf8')).split('next\n').slice(0, -1);
    expect(calls).toHaveLength(3);
    for (const call of calls) {
      const words = call.trim().split('\n');
      expect(words.at(-1)).toBe('mailrig/sandbox');
      const settings = words.filter((_, index) => words[index - 1] === '--env');
      await accepts(Object.fromEntries(settings.map((setting) => setting.split('='))));
    }
  });
});
