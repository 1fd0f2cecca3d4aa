import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/openapi.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  // Bundles the part of zod we use, which loads faster than the package. Its licence goes with it.
  noExternal: ['zod'],
  onSuccess: () => {
    const zod = createRequire(import.meta.url).resolve('zod/package.json');
    return copyFile(join(dirname(zod), 'LICENSE'), 'dist/zod.LICENSE.txt');
  },
});
