import { defineConfig } from 'tsup';
import { declarationsOf } from '../../tooling/declarations.ts';
import { slimMaps } from '../../tooling/slim-maps.ts';

const entry = ['src/index.ts', 'src/checking.ts', 'src/decisions.ts', 'src/openapi.ts'];

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  dts: { entry: declarationsOf(entry) },
  clean: true,
  sourcemap: true,
  plugins: [slimMaps()],
});
