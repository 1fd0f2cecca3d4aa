import type { FailedTest, Failure } from '../control/sandbox/recording.ts';

const { process: node } = globalThis as { process?: Partial<NodeJS.Process> };
/** Loads a module of Node; absent in a browser. */
const builtin = node?.getBuiltinModule;

/** What the last event of a recording says about a failed test. */
export function testFailure(title: string, errors: readonly { readonly message?: string }[] = []): Failure {
  const { message = '' } = errors[0] ?? {};
  // Runners colour their messages for a terminal.
  const error = builtin?.('node:util').stripVTControlCharacters(message) ?? message;
  return { type: 'test.failed', data: { title, error } satisfies FailedTest };
}

/** A path for a command line: as short as it can be. */
export function shown(file: string): string {
  const path = builtin?.('node:path').relative(node?.cwd?.() ?? '', file) ?? file;
  return path.startsWith('..') ? file : path;
}

/**
 * Writes a recording, compressed.
 *
 * @param file Default: a new file among the temporary ones.
 * @returns its path; `undefined` in a browser, where tests can run but have no files.
 */
export function writeRecording(lines: Iterable<string>, file?: string): string | undefined {
  if (!builtin) return undefined;
  const [fs, os, path, zlib] = [
    builtin('node:fs'),
    builtin('node:os'),
    builtin('node:path'),
    builtin('node:zlib'),
  ];
  const target = file ?? path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'mailrig-')), 'sandbox.jsonl.br');
  // Fast, and still much smaller than gzip: emails repeat each other over longer distances than gzip sees.
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 };
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, zlib.brotliCompressSync([...lines].join(''), { params }));
  return target;
}
