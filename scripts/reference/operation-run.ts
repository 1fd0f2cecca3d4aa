import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { operations, type OperationName } from '../../packages/contract/src/index.ts';
import { createSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import { serve } from '../../packages/sandbox/src/node.ts';
import { Mailrig } from '../../packages/sdk/src/index.ts';
import { run } from '../packaging/command.ts';
import { type OperationCall, operationCalls, type Scene } from './operation-calls.ts';

/** A call of an operation, with what went and what came. */
export interface Example {
  /** The call in TypeScript, with the ids of the run. */
  readonly call: string;
  readonly curl: string;
  /** The JSON that went; empty if there was none. */
  readonly request: string;
  readonly status: number;
  /** The JSON that came; empty if there was none. */
  readonly response: string;
}

const baseUrl = 'https://mail.example.com';
const uploadBaseUrl = 'https://uploads.example.com';
const hasCurl = spawnSync('bash', ['-c', 'command -v curl']).status === 0;

/**
 * Makes a call of each operation with the client. Then curl makes it, if this machine has it, in a copy of the sandbox
 * from before, and must get the same. Clock and ids have a fixed start, so every run gives the same examples.
 *
 * @throws Error naming the operation if the responses differ.
 */
export async function examplesOfCalls(): Promise<Readonly<Record<OperationName, Example>>> {
  const sandbox = createSandbox({
    baseUrl,
    uploadBaseUrl,
    clock: 'manual',
    startAt: '2026-01-31T09:00:00Z',
    endpoints: 'published',
  });
  const exchanges: { readonly request: Request; readonly body: string; readonly response: Response }[] = [];
  const mail = new Mailrig({
    ...sandbox.clientOptions(),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const body = await request.clone().text();
      const response = await sandbox.fetch(request);
      exchanges.push({ request, body, response: response.clone() });
      return response;
    },
  });
  let scene = { mail } as Scene;
  const examples: [string, Example][] = [];
  const checks: Promise<void>[] = [];
  for (const [name, { call }] of Object.entries<OperationCall>(operationCalls)) {
    const before = sandbox.fork();
    const source = withIds(sourceOf(call), scene);
    const result = await call(scene);
    const [exchange] = exchanges.splice(0);
    if (!exchange) throw new Error(`${name} has sent no request`);
    const { request, body, response } = exchange;
    const text = await response.text();
    const curl = curlOf(request, body);
    checks.push(
      answerToCurl(before, curl).then((again) => {
        if (again !== undefined && !isDeepStrictEqual(parsed(again), parsed(text))) {
          throw new Error(`${name}: curl got ${again}, and the client ${text}`);
        }
      }),
    );
    const { status } = response;
    examples.push([name, { call: source, curl, request: pretty(body), status, response: pretty(text) }]);
    scene = { ...scene, ...learned(name, result) };
    sandbox.clock.advance('2s');
  }
  await Promise.all(checks);
  return Object.fromEntries(examples) as Record<OperationName, Example>;
}

/** What later calls need of a result. */
function learned(name: string, result: unknown): Partial<Scene> {
  const fields = result as Readonly<Record<string, string>>;
  const { id = '', attachmentId = '', uploadUrl = '', verificationId = '' } = fields ?? {};
  if (name === operations.createUpload.name) return { attachmentId, upload: { uploadUrl } };
  if (name === operations.sendEmail.name) return { emailId: id };
  if (name === operations.createContactList.name) return { listId: id };
  if (name === operations.createContact.name) return { contactId: id };
  return name === operations.createVerificationBatch.name ? { verificationId } : {};
}

/** The source of a call, as a statement at the start of a line. */
function sourceOf(call: OperationCall['call']): string {
  const source = call.toString().replace(/^\([^)]*\) =>\s*/, '');
  const indent = Math.min(...Array.from(source.matchAll(/\n( *)\S/g), ([, { length } = '']) => length));
  return Number.isFinite(indent) ? source.replaceAll(`\n${' '.repeat(indent)}`, '\n') : source;
}

/** The source with the values of the run instead of the names in {@link Scene}. */
function withIds(source: string, { mail: _mail, ...values }: Scene): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    const literal = typeof value === 'string' ? `'${value}'` : `{ uploadUrl: '${value.uploadUrl}' }`;
    return text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), literal);
  }, source);
}

/** A command that sends the request, with the key and the URL from the environment. */
function curlOf({ method, url, headers }: Request, body: string): string {
  const isUpload = method === 'PUT' && !headers.has('authorization');
  const target = isUpload ? `'${url}'` : `"$MAILRIG_BASE_URL${url.slice(baseUrl.length)}"`;
  const isPlain = method === (body === '' ? 'GET' : 'POST');
  const lines = [
    `curl${isPlain ? '' : ` -X ${method}`} ${target}`,
    ...(isUpload ? [] : ['-H "Authorization: Bearer $MAILRIG_API_KEY"']),
    ...(body === '' ? [] : [`-H 'Content-Type: ${headers.get('content-type')}'`]),
    ...(body === '' ? [] : [isUpload ? `--data-binary $'${body.replaceAll('\n', '\\n')}'` : `-d '${body}'`]),
  ];
  return lines.join(' \\\n  ');
}

/** What a served sandbox answers to a curl command; `undefined` if there is no curl. */
async function answerToCurl(sandbox: Sandbox, command: string): Promise<string | undefined> {
  if (!hasCurl) return undefined;
  await using server = await serve({ sandbox, port: 0 });
  const env = { MAILRIG_BASE_URL: server.url, MAILRIG_API_KEY: sandbox.liveApiKey };
  const local = command.replace('curl ', 'curl -sS ').replaceAll(uploadBaseUrl, server.url);
  const answer = await run('.', 'bash', ['-c', local], env);
  return answer.replaceAll(server.url, uploadBaseUrl);
}

function parsed(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

/** JSON on several lines, with lists of texts on one; empty for other text, which only the samples show. */
function pretty(text: string): string {
  if (!text.startsWith('{')) return '';
  const json = JSON.stringify(JSON.parse(text), null, 2);
  return json.replaceAll(/\[\s+("[^"]*"(?:,\s+"[^"]*")*)\s+\]/g, (_, items: string) => {
    return `[${items.replaceAll(/,\s+/g, ', ')}]`;
  });
}
