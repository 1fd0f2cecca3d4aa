import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packed } from './start/packed.ts';

const rounds = 15;
const run = promisify(execFile);

/** Programs of one line; what they print is the figure, else the whole process is timed. */
const folder = await packed();
const sandbox = `import { createSandbox } from '@mailrig/sandbox';`;
const programs = {
  'bare Node': '',
  'Node with its fetch': 'Response;',
  "import '@mailrig/sandbox'": `${sandbox} createSandbox;`,
  'first createSandbox()': `${sandbox} const start = performance.now(); createSandbox(); console.log(performance.now() - start);`,
  'createSandbox(), one of 1,000': `${sandbox} const start = performance.now(); for (let count = 0; count < 1000; count++) createSandbox(); console.log((performance.now() - start) / 1000);`,
};

const times = new Map<string, number[]>(Object.keys(programs).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, program] of Object.entries(programs)) times.get(name)?.push(await timed(program));
}
console.log(`\nStart, from fresh processes\n${'case'.padEnd(32)}  ms`);
for (const [name, values] of times) {
  const sorted = values.toSorted((a, b) => a - b);
  console.log(`${name.padEnd(32)}  ${(sorted[sorted.length >> 1] ?? Number.NaN).toFixed(2)}`);
}

async function timed(program: string): Promise<number> {
  const start = performance.now();
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  return stdout === '' ? performance.now() - start : Number(stdout);
}
