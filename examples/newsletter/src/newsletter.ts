import { readFile } from 'node:fs/promises';
import { Mailrig, type RunSummary } from 'mailrig';
import { fileJournal } from 'mailrig/node';
import { importReaders } from './import-readers.ts';
import { readIssue } from './issue.ts';
import { receptionOf } from './opens.ts';
import { openReaders } from './readers.ts';
import { sendIssue } from './send-issue.ts';

const usage = `Usage: newsletter.ts import READERS.csv
       newsletter.ts send ISSUE.md
       newsletter.ts opens ISSUE.md`;

const [command, path] = process.argv.slice(2);

// A key may make 100 requests a minute. The client makes the rest wait.
const connect = () => new Mailrig();

if (command === 'import' && path !== undefined) {
  const readers = await openReaders(connect());
  const csv = await readFile(path, 'utf8');
  const { added, known, refused } = await importReaders(readers, csv, { onProgress: showProgress });
  for (const reason of refused) console.error(reason);
  console.log(`${added} added, ${known} already known, ${refused.length} refused`);
} else if (command === 'send' && path !== undefined) {
  const mail = connect();
  const issue = await readIssue(path);
  const { sent, skipped, suppressed } = await sendIssue(mail, await openReaders(mail), issue, {
    journal: fileJournal(`${path}.journal`),
    name: issue.id,
    onProgress: showProgress,
  });
  for (const email of suppressed) console.error(`${email} is suppressed`);
  console.log(`${sent} sent, ${skipped} already had it, ${suppressed.length} suppressed`);
} else if (command === 'opens' && path !== undefined) {
  const { emails, delivered, opens } = await receptionOf(connect(), await readIssue(path));
  console.log(
    `${emails} sent, ${delivered} delivered, ${opens.size} opened: ${[...opens.keys()].join(', ')}`,
  );
} else {
  console.error(usage);
  process.exitCode = 2;
}

function showProgress({ succeeded, skipped, failed }: RunSummary): void {
  const done = succeeded + skipped + failed;
  if (done % 100 === 0) console.error(`${done} done`);
}
