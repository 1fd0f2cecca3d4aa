import { closeSync, openSync, writeSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { RecordedExchange, Recorder } from '@mailrig/probes';
import { createRecorder } from '@mailrig/probes';
import { messageOf } from '../control/control-error.ts';
import { UsageError } from './parse.ts';
import { shellOf, variableLines } from './shell.ts';
import { stopOf } from './stop.ts';
import type { RecordSettings } from './record-options.ts';
import { recorderServer } from '../mounts/recorder.ts';
import { codeOf } from './system-errors.ts';

/**
 * Records until SIGINT, SIGTERM or SIGHUP, until the wrapper that started it is gone, or until the file cannot
 * be written.
 */
export async function recordUntilStopped(settings: RecordSettings): Promise<void> {
  const { 'base-url': baseUrl, out, port, json, quiet } = settings;
  if (baseUrl === undefined)
    throw new UsageError('record needs --base-url URL, the address of the deployment');
  if (out === undefined) throw new UsageError('record needs --out FILE, the file to write');
  const file = newFile(out);
  let failed: (error: unknown) => void = () => {};
  const failure = new Promise<never>((_resolve, reject) => (failed = reject));
  failure.catch(() => {});
  let exchanges = -1;
  const recorder = createRecorder({
    baseUrl,
    write: (line) => {
      try {
        // One call for a line: the end of the process leaves whole lines behind.
        writeSync(file, line);
      } catch (error) {
        const problem = new Error(`${out} cannot be written: ${messageOf(error)}`);
        failed(problem);
        throw problem;
      }
      if (++exchanges > 0 && !json && !quiet) console.log(exchangeLine(line));
    },
  });
  const server = await listening(recorder, port);
  const { requested, cancel } = stopOf(settings);
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (json) console.log(JSON.stringify({ url, out }));
    else if (!quiet) console.log(welcome(url, baseUrl, out));
    await Promise.race([requested, failure]);
    if (!json && !quiet) console.log(`\n${out} has ${exchanges} exchange${exchanges === 1 ? '' : 's'}.`);
  } finally {
    cancel();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    closeSync(file);
  }
}

/** Creates a file that only its owner can read. */
function newFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new UsageError(`${path} exists already; choose another file with --out`);
    throw new UsageError(`${path} cannot be written: ${messageOf(error)}`);
  }
}

async function listening(recorder: Recorder, port: number): Promise<ReturnType<typeof recorderServer>> {
  const server = recorderServer(recorder);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  }).catch((error: unknown) => {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    throw new UsageError(`Port ${port} is taken; choose one with --port, 0 for any free one`);
  });
  return server;
}

function welcome(url: string, baseUrl: string, out: string): string {
  return [
    `Recording ${baseUrl} to ${out}; Ctrl+C stops it.`,
    '',
    `  URL  ${url}`,
    '',
    'Give this URL to your app as its base URL, and use the app as usual. What it sends and receives is written',
    'without keys, addresses, names and contents.',
    '',
    variableLines(shellOf(process.platform, process.env), { MAILRIG_BASE_URL: url }),
    '',
  ].join('\n');
}

/** An exchange on one line, from what was written of it. */
function exchangeLine(line: string): string {
  const { request, response, ms } = JSON.parse(line) as RecordedExchange;
  const outcome = response ? String(response.status) : 'not reached';
  return `${request.method.padEnd(6)} ${request.path}  ${outcome}  ${ms} ms`;
}
