import { Unusable, openingProblem } from './problems.ts';
import { resultCodeOf, resultCodes } from './sqlite.ts';
import { StateDatabase } from './state-database.ts';

const { statSync } = process.getBuiltinModule('node:fs');

/**
 * Copies the state in a file to another file, which is empty.
 *
 * @returns `false` if a server has the file open: only that one can read it.
 * @throws Error naming the file and what to do.
 */
export async function copyState(file: string, target: string): Promise<boolean> {
  let database: StateDatabase | undefined;
  try {
    if (!statSync(file, { throwIfNoEntry: false })?.size) throw new Unusable('holds no state');
    database = new StateDatabase(file, []);
    await database.copyTo(target);
    return true;
  } catch (error) {
    if (resultCodeOf(error) === resultCodes.busy) return false;
    throw openingProblem(file, error);
  } finally {
    database?.close();
  }
}
