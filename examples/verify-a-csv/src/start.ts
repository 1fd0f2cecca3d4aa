import { parseArgs } from 'node:util';
import { isMailrigError, Mailrig } from 'mailrig';
import { verifyFile } from './verify.ts';

const usage = 'Usage: start.ts ADDRESSES.csv RESULTS.csv [--poll-interval MILLISECONDS]';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'poll-interval': { type: 'string' } },
});
const [input, output] = positionals;
if (input === undefined || output === undefined) {
  console.error(usage);
  process.exit(2);
}

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());

try {
  const pollInterval = values['poll-interval'];
  const { succeeded, resumed, creditsDeducted } = await verifyFile(new Mailrig(), input, output, {
    stream: process.stderr,
    signal: interrupted.signal,
    ...(pollInterval !== undefined && { pollInterval: Number(pollInterval) }),
  });
  const earlier = resumed === 0 ? '' : `, ${resumed} of them started earlier`;
  console.log(`${succeeded} verified for ${creditsDeducted} credits${earlier}`);
} catch (error) {
  if (!isMailrigError(error)) throw error;
  console.error(error.message);
  console.error('Start again to continue. What is paid for is not lost.');
  process.exitCode = 1;
}
