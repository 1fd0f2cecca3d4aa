import { globSync, readFileSync, writeFileSync } from 'node:fs';

/*
 * Runs after the build. A CommonJS declaration may take types from an ES module, such as ky, only if it
 * says so, which the bundler of declarations cannot write.
 */
for (const path of globSync('dist/*.d.cts', { cwd: import.meta.dirname }).map(
  (name) => `${import.meta.dirname}/${name}`,
)) {
  const text = readFileSync(path, 'utf8');
  const named = text.replaceAll(
    /^import (.*) from 'ky';$/gm,
    `import type $1 from 'ky' with { 'resolution-mode': 'import' };`,
  );
  writeFileSync(path, named);
}
