import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

/** Prints what other reporters get to know about each test, as lines of JSON. */
const reporter: Reporter = {
  onTestCaseResult: (test) => {
    const annotations = test.annotations().map(({ type, message }) => ({ type, message }));
    const files = test.artifacts().flatMap(({ attachments = [] }) => attachments.map(({ path }) => path));
    console.log(JSON.stringify({ title: test.name, state: test.result().state, annotations, files }));
  },
};

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.ts'],
    exclude: ['*.config.ts'],
    reporters: ['default', reporter],
  },
});
