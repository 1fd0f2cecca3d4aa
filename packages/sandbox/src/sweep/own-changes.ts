import { intercept, node, shareBuiltins } from './process.ts';

const ofFiles = /^(append|copyFile|cp|link|mkdir|rename|rm|symlink|truncate|unlink|writeFile)/;
const changingSql = /^\s*(?!select|pragma|explain|with|begin|rollback|savepoint)(\w+)/i;
const verbOf = (sql: unknown) => changingSql.exec(String(sql))?.[1]?.toUpperCase();

/** Asks whether code may change a file or a loaded `node:sqlite` database. If not, the call throws, or never ends. */
export function watchOwnChanges(mayHappen: (name: string) => boolean) {
  const { moduleLoadList = [] } = (node ?? {}) as { readonly moduleLoadList?: readonly string[] };
  const fs = node?.getBuiltinModule?.('node:fs');
  // Loading it prints a warning in Node 22.
  const isLoaded = moduleLoadList.includes('NativeModule sqlite');
  const sqlite = isLoaded ? node?.getBuiltinModule?.('node:sqlite') : undefined;
  const databases = new Set<{ exec(sql: string): void }>();
  const orThrow = (verb: string | undefined, call: () => unknown) => {
    if (verb === undefined || mayHappen(verb)) return call();
    throw new Error('The sweep has stopped this task, as a crash does');
  };
  const ofFile = (call: () => unknown, _: never, name: string) => {
    if (name.endsWith('Sync')) return orThrow(name, call);
    return mayHappen(name) ? call() : new Promise(() => {});
  };
  const putBack = [
    ...intercept(fs, ofFiles, ofFile),
    ...intercept(fs?.promises, ofFiles, ofFile),
    ...intercept(
      sqlite?.StatementSync.prototype,
      /^(all|get|iterate|run)$/,
      (call, self: { sourceSQL: string }) => orThrow(verbOf(self.sourceSQL), call),
    ),
    ...intercept(sqlite?.DatabaseSync.prototype, /^(exec|prepare)$/, (call, self, method, [sql]) => {
      databases.add(self);
      return orThrow(method === 'exec' ? verbOf(sql) : undefined, call);
    }),
  ];
  shareBuiltins();
  return {
    /** Ends all transactions, as the end of a process does. */
    rollBack() {
      for (const database of databases) {
        try {
          database.exec('ROLLBACK');
        } catch {
          // It has no transaction, or is closed.
        }
      }
      databases.clear();
    },
    end() {
      for (const undo of putBack) undo();
      shareBuiltins();
    },
  };
}
