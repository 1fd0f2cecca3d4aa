import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { messageOf } from '../control/control-error.ts';
import { copyState } from '../service/database/copy-state.ts';
import { idOfFile } from '../service/database/database-files.ts';
import { ask, refusalIn, urlOf } from './asking.ts';
import type { backupOptions } from './options.ts';
import type { OptionValues } from './option.ts';
import { UsageError } from './parse.ts';
import { codeOf, CommandError } from './errors.ts';

type Options = OptionValues<typeof backupOptions>;

/**
 * Copies a state file to a new file that only its owner can read. If a server has it open, that server makes the copy.
 *
 * @returns a line about what it did.
 * @throws Error with one line about what is wrong; then no file is left behind.
 */
export async function backUp(options: Options): Promise<string> {
  const { target, state } = options;
  if (target === undefined)
    throw new UsageError('backup needs the file to write: mailrig-sandbox backup FILE');
  await create(target);
  try {
    const isCopied = state !== undefined && (await copyState(state, target));
    if (!isCopied) await download(options, target);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  return `${target} is a backup: a server with --state ${target} continues from it`;
}

async function create(target: string): Promise<void> {
  try {
    await (await open(target, 'wx', 0o600)).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Error(`${target} exists already: choose another name`);
    throw new Error(`${target} cannot be written: ${messageOf(error)}`);
  }
}

/** Writes the copy that the server makes. */
async function download(options: Options, target: string): Promise<void> {
  const { state } = options;
  const url = urlOf('backup', options);
  const file = state === undefined ? '' : `?file=${idOfFile(state)}`;
  const response = await ask(url, `/backup${file}`, options['control-token']).catch((error: unknown) => {
    const use = state === undefined ? '' : `The state file ${state} is in use. `;
    throw new CommandError('NO_SANDBOX', `${use}${messageOf(error)}. Name its server with --port or --url`);
  });
  if (response.ok && response.body) {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(target));
    return;
  }
  const { code, message } = await refusalIn(response);
  throw new CommandError(code, `The sandbox at ${url} makes no backup: ${message}`);
}
