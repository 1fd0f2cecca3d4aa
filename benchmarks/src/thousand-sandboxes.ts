import { startVitest } from 'vitest/node';

const start = performance.now();
const vitest = await startVitest(
  'test',
  [],
  {
    root: `${import.meta.dirname}/thousand-sandboxes`,
    include: ['suite.test.ts'],
    watch: false,
    reporters: [],
  },
  { logLevel: 'silent' },
);
const seconds = (performance.now() - start) / 1_000;
const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
const passed = tests.filter((test) => test.result().state === 'passed');
const own = passed.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0) / 1_000;
await vitest.close();

console.log(`\n${passed.length} of ${tests.length} tests passed, each with its own sandbox`);
console.log(`the run, including Vitest's start   ${seconds.toFixed(2)} s`);
console.log(`the tests themselves                ${own.toFixed(2)} s`);
if (passed.length < tests.length || tests.length === 0) process.exitCode = 1;
