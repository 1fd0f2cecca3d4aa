import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from '../packaging/project.ts';

/** Packs the built packages in `packed`, with their version, for the jobs that publish them. */
const root = join(import.meta.dirname, '../..');
const packed = join(root, 'packed');
rmSync(packed, { recursive: true, force: true });
mkdirSync(packed);
await pack(packed);
const { version } = JSON.parse(readFileSync(join(root, 'packages/sandbox/package.json'), 'utf8'));
writeFileSync(join(packed, 'version'), version);
