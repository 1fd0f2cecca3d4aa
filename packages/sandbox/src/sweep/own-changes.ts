import { node, replace, shareBuiltins } from './process.ts';

const ofFiles = /^(append|copyFile|cp|link|mkdir|rename|rm|symlink|truncate|unlink|writeFile)/;
/** The verb of a statement that changes something. */
const changingSql = /^\s*(?!select|pragma|explain|with|begin|rollback|savepoint)(\w+)/i;
const verbOf = (sql: unknown) => changingSql.exec(String(sql))?.[1]?.toUpperCase();

/**
 * Watches how code changes files, and databases of `node:sqlite` if the process has loaded it. A change that may not
 * happen never ends, or throws if it is synchronous.
 *
 * @param mayHappen Gets the name of a function, or the verb of a statement.
 */
export function watchOwnChanges(mayHappen: (name: string) => boolean) {
  const { moduleLoadList = [] } = (node ?? {}) as { readonly moduleLoadList?: readonly string[] };
  const isLoaded = moduleLoadList.includes('NativeModule sqlite');
  const fs = node?.getBuiltinModule?.('node:fs');
  // To load it prints a warning in Node 22.
  const sqlite = isLoaded ? node?.getBuiltinModule?.('node:sqlite') : undefined;
  const databases = new Set<{ exec(sql: string): void }>();
  type Named = (self: never, method: string, sql: unknown) => string | undefined;
  const watch = <T extends object>(owner: T | undefined, methods: RegExp, nameOf?: Named) =>
    Object.entries(Object.getOwnPropertyDescriptors(owner ?? {})).flatMap(([method, { value: old }]) => {
      if (!owner || !methods.test(method) || typeof old !== 'function') return [];
      const apply = (_: unknown, self: unknown, input: readonly unknown[]): unknown => {
        const name = nameOf ? nameOf(self as never, method, input[0]) : method;
        if (name === undefined || mayHappen(name)) return Reflect.apply(old, self, input);
        if (!nameOf && !method.endsWith('Sync')) return new Promise(() => {});
        throw new Error('The sweep has stopped this task, as a crash does');
      };
      return replace(owner, method as keyof T, new Proxy(old, { apply }) as T[keyof T]);
    });
  const putBack = [
    ...watch(fs, ofFiles),
    ...watch(fs?.promises, ofFiles),
    ...watch(sqlite?.StatementSync.prototype, /^(all|get|iterate|run)$/, (statement: { sourceSQL: string }) =>
      verbOf(statement.sourceSQL),
    ),
    ...watch(sqlite?.DatabaseSync.prototype, /^(exec|prepare)$/, (database: never, method, sql) => {
      databases.add(database);
      return method === 'exec' ? verbOf(sql) : undefined;
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
