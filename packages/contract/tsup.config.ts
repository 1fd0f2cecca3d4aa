import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/openapi.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  // Of zod a part is needed, and as a package it loads file by file. Its licence goes with it.
  noExternal: ['zod'],
  onSuccess: () => {
    const zod = createRequire(import.meta.url).resolve('zod/package.json');
    return copyFile(join(dirname(zod), 'LICENSE'), 'dist/zod.LICENSE.txt');
  },
});
