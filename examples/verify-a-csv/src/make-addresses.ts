import { writeFile } from 'node:fs/promises';

const [path = 'addresses.csv', count = '10000'] = process.argv.slice(2);

/** One address for each rule of the sandbox. All others are valid. */
const odd: Readonly<Record<number, string>> = {
  1: 'support@example.net',
  2: 'nobody@gmial.com',
  3: 'x@mailinator.com',
  4: 'no address',
};

const rows = Array.from({ length: Number(count) }, (_, index) => odd[index] ?? `reader${index}@example.net`);
await writeFile(path, `email\n${rows.join('\n')}\n`);
