import { defineConfig } from 'tsup';
import { declarationsOf } from '../../scripts/declarations.ts';
import { slimMaps } from '../../scripts/slim-maps.ts';

const entry = ['src/index.ts', 'src/checking.ts', 'src/decisions.ts', 'src/openapi.ts'];

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  dts: { entry: declarationsOf(entry) },
  clean: true,
  sourcemap: true,
  plugins: [slimMaps()],
});
