import { NotKept } from '../state/keeper.ts';
import { resultCodeOf, resultCodes } from './sqlite.ts';

/** A part of a file is not as it was written. */
export class Damaged extends Error {
  override readonly name = 'Damaged';

  /** @param part Such as an entry of messages. */
  constructor(part: string) {
    super(`${part} is not as it was written`);
  }
}

/** Another program has removed, replaced or overwritten an open state file. */
export class Displaced extends Error {
  override readonly name = 'Displaced';

  /** @param change What was done to it, for example `removed`. */
  constructor(change: string) {
    super(`was ${change} while the server runs`);
  }
}

/** An unusable state file, and why. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

const anotherFile = 'choose another file, or move this one away';

/** What is wrong with a file, and what to do about it, by the result code of SQLite. */
const explanations: Readonly<Record<number, string>> = {
  [resultCodes.busy]: 'is in use by another process: stop it, or choose another file',
  [resultCodes.corrupt]: `is damaged and stays unchanged: restore a copy of it, ${anotherFile}`,
  [resultCodes.notADatabase]: `is no state of a sandbox and stays unchanged: ${anotherFile}`,
  [resultCodes.full]: 'cannot be written, because its disk is full: free some space, or choose another file',
  [resultCodes.readOnly]: 'cannot be written: allow this user to write the file and its folder',
  [resultCodes.cannotOpen]:
    'cannot be opened: its folder must exist, and this user must be allowed to write there',
};

/** The error to throw if a file cannot be opened, for people to read. */
export function openingProblem(file: string, error: unknown): Error {
  const code = resultCodeOf(error);
  const { message } = error as Error;
  if (error instanceof Unusable) return new Error(`The state file ${file} ${message}`);
  if (error instanceof Damaged || error instanceof SyntaxError || error instanceof TypeError) {
    return new Error(
      `The state file ${file} is damaged and stays unchanged (${message}): restore a copy of it, ${anotherFile}`,
    );
  }
  const explanation = code === undefined ? undefined : explanations[code];
  return new Error(`The state file ${file} ${explanation ?? `cannot be opened: ${message}`}`);
}

/** The error to throw if something cannot be written to an open file. */
export function writingProblem(file: string, error: unknown): NotKept {
  if (error instanceof Displaced) {
    return new NotKept(
      `The state file ${file} ${error.message}, so nothing of this request was stored: stop the server, put the file back, and start it again. Reads still work: GET /_sandbox/snapshot has the whole state`,
      { cause: error },
    );
  }
  const code = resultCodeOf(error);
  const reason = code === resultCodes.full ? 'its disk is full' : (error as Error).message;
  return new NotKept(
    `The state file ${file} cannot be written (${reason}), so nothing of this request was stored: free some space on the disk, and try again`,
    { cause: error },
  );
}

/** The file holds something else than a state of this version. */
export function foreign(): Unusable {
  return new Unusable(`is a database of another program and stays unchanged: ${anotherFile}`);
}

/** The file holds a state of another version. */
export function ofVersion(found: number, known: number): Unusable {
  return new Unusable(
    `has format ${found} and stays unchanged; this version of the sandbox reads format ${known}: open it with the version that wrote it and carry the state over with GET and PUT /_sandbox/snapshot, or choose another file`,
  );
}
