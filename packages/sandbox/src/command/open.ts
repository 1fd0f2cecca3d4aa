import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { messageOf } from '../control/control-error.ts';
import type { Failure } from '../control/sandbox/recording.ts';
import { createSandbox, Sandbox } from '../control/sandbox.ts';
import { defaultKeys } from '../control/seeds/default-account.ts';
import { insertKey } from '../service/rules/accounts.ts';
import { openBrowser } from './browser.ts';
import type { OptionValues } from './option.ts';
import { type openOptions, serveOptions } from './options.ts';
import { parseOptions, UsageError } from './parse.ts';
import { type CommandHooks, serveUntilStopped } from './serve.ts';

/**
 * Serves a recording or a saved state until it is stopped, and opens it in the browser.
 *
 * @throws UsageError if no file is named, Error naming the file if it cannot be read.
 */
export async function openFile(
  { file, ...settings }: OptionValues<typeof openOptions>,
  hooks: CommandHooks,
): Promise<void> {
  if (file === undefined) {
    throw new UsageError('The file to open is missing, for example mailrig-sandbox open sandbox.jsonl.br');
  }
  const sandbox = await sandboxIn(file, settings['control-token']);
  const last = Sandbox.storeOf(sandbox).events.entries().at(-1);
  const isFailure = failures.some((type) => type === last?.type);
  const ready: CommandHooks['ready'] = async (command) => {
    await hooks.ready?.(command);
    const url = `${command.announcement.inspectorUrl}${isFailure ? '#/failure' : ''}`;
    if (settings.json) return;
    openBrowser(url);
    if (isFailure) console.log(String(last?.data['title']));
    console.log(`${url}\nCtrl+C stops it.`);
  };
  const all = { ...parseOptions(serveOptions, [], {}), ...settings, quiet: true };
  await serveUntilStopped(all, { ready }, sandbox);
}

const failures: readonly Failure['type'][] = ['test.failed', 'sweep.broken'];

/** The first byte of a state that is not compressed. */
const openingBrace = 0x7b;

function unpacked(bytes: Uint8Array): Uint8Array {
  try {
    return brotliDecompressSync(bytes);
  } catch {
    throw new Error('it is not a recording or a saved state, which have names such as sandbox.jsonl.br');
  }
}

/** A sandbox with the state in a file, which is also what a reset goes back to. */
async function sandboxIn(file: string, controlToken: string | undefined): Promise<Sandbox> {
  const sandbox = createSandbox({ ...(controlToken !== undefined && { controlToken }) });
  try {
    const bytes = await readFile(file);
    await sandbox.load(bytes[0] === openingBrace ? bytes : unpacked(bytes));
  } catch (error) {
    throw new Error(`${file} cannot be opened: ${messageOf(error)}`, { cause: error });
  }
  const store = Sandbox.storeOf(sandbox);
  const [account] = store.accounts.all();
  // A recording has no keys. With these, the page can send a request again.
  if (account && store.keys.size === 0) {
    insertKey(store, account.id, { environment: 'live', key: defaultKeys.live });
    insertKey(store, account.id, { environment: 'test', key: defaultKeys.test });
  }
  store.start = store.snapshot();
  return sandbox;
}
