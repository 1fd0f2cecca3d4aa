import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Runs after the build. Under `module: node16`, CommonJS may not import MSW 3, an ES module only, not even for its
 * types. Node can load it, and MSW 2 has types for both, so the compiler takes whichever types there are.
 */
for (const name of ['msw', 'msw-fetch']) {
  const path = join(import.meta.dirname, `dist/${name}.d.cts`);
  const text = readFileSync(path, 'utf8')
    .replace(/^import 'msw';\n/m, '')
    .replace(/^(?=import .* from 'msw';)/m, '// @ts-ignore\n');
  writeFileSync(path, text);
}
