import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Runs after the build. Both packages contain the same instructions for coding agents.
 */
const here = import.meta.dirname;
cpSync(join(here, '../sandbox/skills'), join(here, 'skills'), { recursive: true });

/*
 * A CommonJS declaration may take types from an ES module, such as ky, only if it
 * says so, which the bundler of declarations cannot write.
 */
for (const path of globSync('dist/*.d.cts', { cwd: here }).map((name) => join(here, name))) {
  const text = readFileSync(path, 'utf8');
  const named = text.replaceAll(
    /^import (.*) from 'ky';$/gm,
    `import type $1 from 'ky' with { 'resolution-mode': 'import' };`,
  );
  writeFileSync(path, named);
}
