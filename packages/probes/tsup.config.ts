import { defineConfig } from 'tsup';
import { declarationsOf } from '../../scripts/declarations.ts';
import { slimMaps } from '../../scripts/slim-maps.ts';

const entry = ['src/index.ts'];

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  dts: { entry: declarationsOf(entry) },
  clean: true,
  sourcemap: true,
  plugins: [slimMaps()],
});
