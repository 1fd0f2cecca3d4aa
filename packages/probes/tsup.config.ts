import { defineConfig } from 'tsup';
import { slimMaps } from '../../scripts/slim-maps.ts';

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  sourcemap: true,
  plugins: [slimMaps()],
});
