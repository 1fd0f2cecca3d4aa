import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { command } from './command.ts';

test('an unknown flag exits with code 1 and one line of explanation', async () => {
  expect(await command(['--bogus']).ending).toEqual({
    code: 1,
    stdout: '',
    stderr: 'mailrig-sandbox: Unknown option --bogus; --help lists them all\n',
  });
});

test('an invalid value exits with code 1 and one line that names the option', async () => {
  expect(await command(['--port', 'abc']).ending).toEqual({
    code: 1,
    stdout: '',
    stderr: 'mailrig-sandbox: --port must be a port number from 0 to 65535\n',
  });
});

test('an invalid environment variable is reported by its name', async () => {
  const { code, stderr } = await command([], { MAILRIG_SANDBOX_PORT: 'http' }).ending;
  expect(stderr).toBe(
    'mailrig-sandbox: Environment variable MAILRIG_SANDBOX_PORT must be a port number from 0 to 65535\n',
  );
  expect(code).toBe(1);
});

test.each([
  ['MAILRIG_SANDBOX_CLOK', 'CLOCK'],
  ['MAILRIG_SANDBOX_PROT', 'PORT'],
  ['MAILRIG_SANDBOX_TOKEN', 'CONTROL_TOKEN'],
  ['MAILRIG_SANDBX_PORT', 'PORT'],
])('the variable %s is refused, and MAILRIG_SANDBOX_%s suggested', async (name, meant) => {
  const { code, stderr } = await command(['--version'], { [name]: '1' }).ending;
  expect(stderr).toBe(
    `mailrig-sandbox: Unknown environment variable ${name}; did you mean MAILRIG_SANDBOX_${meant}?\n`,
  );
  expect(code).toBe(1);
});

test('variables that others set are ignored', async () => {
  const foreign = {
    MAILRIG_SANDBOX_SERVICE_HOST: '10.0.0.1',
    MAILRIG_SANDBOX_PORT_4010_TCP: 'tcp://10.0.0.1',
    MAILRIG_SANDBOX_IMAGE: 'mailrig/sandbox',
  };
  expect(await command(['--version'], foreign).ending).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['healt', 'health'],
  ['calibrat', 'calibrate'],
  ['hlep', 'help'],
])('the command %s is refused, and %s suggested', async (name, meant) => {
  const { code, stderr } = await command([name]).ending;
  expect(stderr).toBe(`mailrig-sandbox: Unknown command "${name}"; did you mean ${meant}?\n`);
  expect(code).toBe(1);
});

test('help and version work as words, and the help of a command shows its own options', async () => {
  const [help, version, ofHealth, ofServe] = await Promise.all(
    [['help'], ['version'], ['help', 'health'], ['serve', '--help']].map((words) => command(words).ending),
  );
  expect(help?.stdout).toContain('-p, --port PORT');
  expect(version?.stdout).toBe(`${manifest.version}\n`);
  expect(ofHealth?.stdout).toContain('--url URL');
  expect(ofHealth?.stdout).not.toContain('--state');
  expect(ofServe?.stdout).toBe(help?.stdout);
});

test('a port in use exits with code 1 and one line of explanation', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { code, stdout, stderr } = await command(['--port', String(port)]).ending;
  expect(stderr).toBe(
    `mailrig-sandbox: Port ${port} of 127.0.0.1 is taken, perhaps by another sandbox; choose one with --port, 0 for any free one\n`,
  );
  expect(stdout).toBe('');
  expect(code).toBe(1);
});

test('a host that is not on this machine exits with code 1 and one line of explanation', async () => {
  const { code, stderr } = await command(['--host', '192.0.2.1', '--port', '0']).ending;
  expect(stderr).toBe('mailrig-sandbox: --host must be an address of this machine, which 192.0.2.1 is not\n');
  expect(code).toBe(1);
});

test('--version prints the package version', async () => {
  expect(await command(['--version']).ending).toEqual({
    code: 0,
    stdout: `${manifest.version}\n`,
    stderr: '',
  });
});

test('--help lists every option with its default, and explains the environment variables', async () => {
  const { code, stdout } = await command(['--help']).ending;
  expect(code).toBe(0);
  expect(stdout).toMatch(/--port PORT .*\(default 4010\)/);
  expect(stdout).toMatch(/--host HOST [^]*?\(default 127\.0\.0\.1\)/);
  expect(stdout).toMatch(/--port from MAILRIG_SANDBOX_PORT, --strict from\s+MAILRIG_SANDBOX_STRICT/);
  for (const option of [
    '--allow-host NAME',
    '--cors ORIGIN',
    '--seed FILE',
    '--state FILE',
    '--wire PRESET|FILE',
    '--clock KIND',
    '--start-at TIME',
    '--no-rate-limit',
    '--auto-provision',
    '--control-token TOKEN',
    '--json',
    '--quiet',
    '-h, --help',
    '-v, --version',
  ]) {
    expect(stdout).toContain(`  ${option} `);
  }
});

test.each(['openapi', '--help', '--version'])(
  '%s ends quietly when its reader closes the pipe',
  async (argument) => {
    const running = command([argument]);
    running.leave();
    expect(await running.ending).toEqual({ code: 0, stdout: '', stderr: '' });
  },
);
