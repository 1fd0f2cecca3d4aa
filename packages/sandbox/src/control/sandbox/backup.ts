import * as z from 'zod/mini';
import { ControlError } from '../control-error.ts';
import { RawResult, type Verb } from '../verb.ts';

/** Which file to back up. */
export interface BackupChoice {
  /** The file that is wanted, as `device:number`: a server with another file refuses. Default: any. */
  readonly file?: string | undefined;
}

export const getBackup: Verb<BackupChoice, Promise<RawResult>> = {
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

function refusal(message: string): ControlError {
  return new ControlError(409, 'NO_STATE_FILE', message);
}
