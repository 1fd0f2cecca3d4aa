import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { email, receipt } from './client/answers.ts';
import { installedPeers, packed } from './start/packed.ts';
import { type Measures, takeTurns } from './turns.ts';

/** `node src/start.ts 1` runs one round. */
const [rounds = 15] = process.argv.slice(2).map(Number);
const run = promisify(execFile);
const folder = await packed();

/** Programs; the first is the baseline. The time is the number a program prints, or else that of the whole process. */
type Programs = Readonly<Record<string, string>>;

const sandbox = `import { createSandbox } from '@mailrig/sandbox';`;
const client = `import { Mailrig } from 'mailrig';`;
await judge('Start', {
  'Node with its fetch': 'Response;',
  'bare Node': '',
  "import 'mailrig'": `${client} Mailrig;`,
  'a test: sandbox, client, first send': `${sandbox} ${client} const own = createSandbox(); await new Mailrig({ apiKey: own.liveApiKey, baseUrl: own.baseUrl, fetch: own.fetch }).emails.send(${JSON.stringify(email)});`,
  "import '@mailrig/sandbox'": `${sandbox} createSandbox;`,
  'first createSandbox()': `${sandbox} const start = performance.now(); createSandbox(); console.log(performance.now() - start);`,
  'createSandbox(), one of 1,000': `${sandbox} const start = performance.now(); for (let count = 0; count < 1000; count++) createSandbox(); console.log((performance.now() - start) / 1000);`,
});

if (installedPeers.includes('openai')) {
  const imported = ['openai', 'mailrig', '@mailrig/sandbox'];
  const overBare = async (name: string) => (await timed(`import '${name}';`)) - (await timed(''));
  const measures = Object.fromEntries(imported.map((name) => [name, () => overBare(name)]));
  await takeTurns('Import, over bare Node, from fresh processes', measures, rounds, 2);
}

const clients: Programs = {
  resend: `const { Resend } = await import('resend'); await new Resend('re_key').emails.send(email);`,
  openai: `const { default: OpenAI } = await import('openai'); await new OpenAI({ apiKey: 'key', baseURL: 'http://api.mailrig.test' }).chat.completions.create({ model: 'm', messages: [] });`,
  stripe: `const { default: Stripe } = await import('stripe'); await new Stripe('sk_test_key', { httpClient: Stripe.createFetchHttpClient(), telemetry: false }).customers.create({ email: 'ada@example.com' });`,
  mailrig: `const { Mailrig } = await import('mailrig'); await new Mailrig({ apiKey: 'sk_live_x', baseUrl: 'http://api.mailrig.test' }).emails.send(email);`,
};
await judge(
  'Start of a client: its import and its first send, stubbed fetch',
  Object.fromEntries(
    Object.entries(clients)
      .filter(([name]) => name === 'mailrig' || installedPeers.includes(name))
      .map(([name, program]) => [name, timedAfterStub(program)]),
  ),
);

/** Loads Node's `fetch` beforehand, so that no client is charged for it. */
function timedAfterStub(program: string): string {
  return `
    globalThis.fetch = async () => new Response(${JSON.stringify(receipt)}, { status: 201, headers: { 'content-type': 'application/json' } });
    await (await fetch()).text();
    const email = ${JSON.stringify(email)};
    const start = performance.now();
    ${program}
    console.log(performance.now() - start);`;
}

/** Lets the programs take turns, each in its own process. */
function judge(title: string, programs: Programs): Promise<void> {
  const measures = Object.entries(programs).map(([name, program]) => [name, () => timed(program)]);
  return takeTurns(`${title}, from fresh processes`, Object.fromEntries(measures) as Measures, rounds, 2);
}

async function timed(program: string): Promise<number> {
  const start = performance.now();
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  return stdout === '' ? performance.now() - start : Number(stdout);
}
