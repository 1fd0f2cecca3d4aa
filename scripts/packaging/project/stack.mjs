// Where errors of the packages come from, as users see it with `node --enable-source-maps`.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';

const require = createRequire(import.meta.url);
const mistakes = {
  mailrig: ({ Mailrig }) => new Mailrig({ apiKey: 'a b', baseUrl: 'http://127.0.0.1' }),
  '@mailrig/sandbox': ({ createSandbox }) => createSandbox({ startAt: 'noon' }),
};

for (const [name, provoke] of Object.entries(mistakes)) {
  for (const exported of [await import(name), require(name)])
    console.log(`${name}: ${originOf(name, exported, provoke)}`);
}

/** The file and line of the sources where an error was made, of which the package has the text. */
function originOf(name, exported, provoke) {
  const { stack } = errorOf(() => provoke(exported));
  const [, file, line] = /\((?:file:\/\/)?([^()]+\.ts):(\d+):\d+\)/.exec(stack) ?? [];
  const text = sourcesOf(name).get(file)?.split('\n')[line - 1];
  if (text?.includes('new ')) return `${text.trim()} (${file.split('/src/')[1]}:${line})`;
  throw new Error(`${name}: its source maps do not lead to the line that made the error:\n${stack}`);
}

function errorOf(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('There was no error.');
}

/** Every source text in the source maps of an installed package, by the path that stacks show. One build has them. */
function sourcesOf(name) {
  const folder = dirname(require.resolve(`${name}/package.json`));
  return new Map(
    globSync('dist/*.map', { cwd: folder }).flatMap((file) => {
      const { sources, sourcesContent } = JSON.parse(readFileSync(resolve(folder, file), 'utf8'));
      return sources.flatMap((source, index) =>
        sourcesContent === undefined ? [] : [[resolve(folder, 'dist', source), sourcesContent[index]]],
      );
    }),
  );
}
