import { type FailedTest, recordingOf } from '../control/sandbox/recording.ts';
import { Sandbox } from '../control/sandbox.ts';

const { process: node } = globalThis as { process?: Partial<NodeJS.Process> };
/** Loads a module of Node; absent in a browser. */
const builtin = node?.getBuiltinModule;

/** A failed test, as named in its recording. */
export function failedTest(title: string, errors: readonly { readonly message?: string }[] = []): FailedTest {
  const { message = '' } = errors[0] ?? {};
  // Runners colour their messages for a terminal.
  return { title, error: builtin?.('node:util').stripVTControlCharacters(message) ?? message };
}

/** The recording of a test with a sandbox in its own process. */
export function recordingOfTest(sandbox: Sandbox, data: FailedTest): Iterable<string> {
  return recordingOf(Sandbox.storeOf(sandbox), { type: 'test.failed', data }, sandbox.snapshot());
}

/** Prints the command that shows a recording, with a path as short as it can be. */
export function announce(file: string): void {
  const relative = builtin?.('node:path').relative(node?.cwd?.() ?? '', file) ?? file;
  const path = relative.startsWith('..') ? file : relative;
  const word = /\s/.test(path) ? `"${path}"` : path;
  console.error(`Open the sandbox of this test: npx @mailrig/sandbox open ${word}`);
}

/** Writes a recording, compressed, by default to a temporary file. Returns its path; `undefined` in a browser. */
export function writeRecording(lines: Iterable<string>, file?: string): string | undefined {
  if (!builtin) return undefined;
  const [fs, os] = [builtin('node:fs'), builtin('node:os')];
  const [path, zlib] = [builtin('node:path'), builtin('node:zlib')];
  const target = file ?? path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'mailrig-')), 'sandbox.jsonl.br');
  // Fast, and still much smaller than gzip: emails repeat each other over longer distances than gzip sees.
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 };
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, zlib.brotliCompressSync([...lines].join(''), { params }));
  return target;
}
