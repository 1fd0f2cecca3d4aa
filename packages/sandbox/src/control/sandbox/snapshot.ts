import { sleep } from '../../service/kernel/timers.ts';
import { dueProblems } from '../../service/rules/due.ts';
import type { SavedState } from '../../service/saving/lines.ts';
import { referenceChecks } from '../../service/saving/references.ts';
import { savedLines } from '../../service/saving/saved.ts';
import type { Store } from '../../service/state/store.ts';
import type { ControlContext } from '../context.ts';
import { ControlError, invalid, messageOf } from '../control-error.ts';
import { checkFaultRule } from '../faults/effect.ts';
import { replacedBy } from '../undo/undo.ts';
import { RawResult, type Verb } from '../verb.ts';
import { type WireInput, wireFrom } from '../wire/wire.ts';
import * as z from 'zod/mini';

export const getSnapshot: Verb<void, RawResult> = {
  method: 'GET',
  path: '/snapshot',
  summary:
    'The whole state of the sandbox, as lines of JSON; needs the token or, without one, a caller on this machine',
  isPrivate: true,
  run: (context) => linesResult(saveState(context)),
};

export const putSnapshot: Verb<void, Promise<void>> = {
  method: 'PUT',
  path: '/snapshot',
  summary:
    'Replace the whole state with the lines of a snapshot; needs the token or, without one, a caller on this machine',
  isPrivate: true,
  readsBody: true,
  run: (context) => loadState(context, context.body ?? []),
};

/** The state at this moment as lines of JSON; they are made one by one, whatever changes meanwhile. */
export function saveState({ service: { store } }: ControlContext): Iterable<string> {
  store.clock.settle();
  // Email events join the log before it is saved.
  store.emailEvents.catchUp();
  return savedLines(store.snapshot());
}

/**
 * Replaces the whole state with a saved one, in one step at the end.
 *
 * @throws ControlError if it is damaged or of another version; nothing changes then.
 */
export async function loadState({ service: { store } }: ControlContext, saved: SavedState): Promise<void> {
  try {
    const { stagedFrom } = await import('../../service/saving/lines.ts');
    const staging = await stagedFrom(store, saved, (wire) => wireFrom(wire as WireInput));
    const snapshot = staging.finish();
    for (const check of checks) {
      // Other callers get their turn between two checks.
      await sleep(0);
      const [problem] = check(staging.store);
      if (problem !== undefined) throw new TypeError(problem);
    }
    const replaced = replacedBy('snapshot', store);
    store.restore(snapshot);
    store.replaced = replaced;
  } catch (error) {
    throw invalid('snapshot', `is damaged: ${messageOf(error)}`);
  }
}

/** Each finds contradictions in a loaded state. */
const checks: readonly ((store: Store) => string[])[] = [
  (store) => {
    for (const rule of store.faults.all()) checkFaultRule(rule);
    return [];
  },
  ...referenceChecks,
  dueProblems,
  (store) => store.recount(),
];

/** Lines that are sent together: fewer, larger writes. UTF-16 units. */
const largestWrite = 65_536;
/** Writes between two turns for other callers: a fast reader alone would never wait. */
const writesInTurn = 8;

/** Lines of JSON as a response that is made while it is read. */
export function linesResult(lines: Iterable<string>): RawResult {
  const encoder = new TextEncoder();
  const iterator = lines[Symbol.iterator]();
  let writes = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        writes += 1;
        if (writes % writesInTurn === 0) await sleep(0);
        let text = '';
        while (text.length < largestWrite) {
          const { done, value } = iterator.next();
          if (done) break;
          text += value;
        }
        if (text === '') controller.close();
        else controller.enqueue(encoder.encode(text));
      },
    },
    { highWaterMark: 0 },
  );
  return new RawResult('application/x-ndjson', stream, 'sandbox.ndjson');
}

/** Which file to back up. */
export interface BackupInput {
  /** The file that is wanted, as `device:number`: a server with another file refuses. Default: any. */
  readonly file?: string | undefined;
}

export const getBackup: Verb<BackupInput, Promise<RawResult>> = {
  method: 'GET',
  path: '/backup',
  summary:
    'A copy of the state file while the server runs, for `--state`; needs the token or, without one, a caller on this machine',
  isPrivate: true,
  input: z.object({ file: z.optional(z.string()) }),
  run: async ({ service: { store } }, { file }) => {
    const { keeper } = store;
    if (!keeper) {
      throw refusal('This sandbox has no state file: GET /_sandbox/snapshot has its whole state');
    }
    if (file !== undefined && file !== keeper.fileId) {
      throw refusal(
        'This sandbox has another state file: choose the server of the file with --port or --url',
      );
    }
    return new RawResult('application/vnd.sqlite3', await keeper.backup(), 'sandbox.sqlite');
  },
};

const refusal = (message: string): ControlError => new ControlError(409, 'NO_STATE_FILE', message);
