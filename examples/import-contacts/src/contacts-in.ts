import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import * as z from 'zod';

/** The columns of the file. An unknown column is an error, because it may be misspelt. */
const row = z.strictObject({
  email: z.email(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  plan: z.enum(['free', 'pro']).optional(),
  seats: z.coerce.number().optional(),
  vip: z.stringbool().optional(),
});

/** The contacts in a CSV file of any size. Reports each row that does not fit, with its line. */
export async function* contactsIn(path: string, report: (problem: string) => void) {
  // All values are text. Empty text counts as absent.
  const lines: AsyncIterable<{ record: unknown; info: { lines: number } }> = createReadStream(path).pipe(
    parse({ bom: true, columns: true, info: true, trim: true, cast: (text) => text || undefined }),
  );
  for await (const { record, info } of lines) {
    const { data, error } = row.safeParse(record);
    if (data) {
      const { plan, seats, vip, ...contact } = data;
      yield { ...contact, customFields: { plan, seats, vip } };
    } else {
      report(`line ${info.lines}: ${z.prettifyError(error)}`);
    }
  }
}
