import { runCommandLine } from '@mailrig/sandbox/node';
import { takeTour } from './tour.ts';

const skip = '--no-tour';
const args = process.argv.slice(2);

process.exit(
  await runCommandLine(
    args.filter((arg) => arg !== skip),
    args.includes(skip) ? {} : { ready: takeTour },
  ),
);
