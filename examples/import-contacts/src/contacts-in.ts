import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { parseAddress } from 'mailrig';
import * as z from 'zod';

/** The columns of the file. An unknown column is an error, because it may be misspelt. */
const row = z.strictObject({
  // What the client accepts, for example umlauts in the domain.
  email: z.string().refine((text) => parseAddress(text)?.email === text, 'must be an email address'),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  plan: z.enum(['free', 'pro']).optional(),
  seats: z.coerce.number().optional(),
  vip: z.stringbool().optional(),
});

/** The contacts in a CSV file of any size. Reports each row with a mistake by its line, and continues. */
export async function* contactsIn(path: string, report: (problem: string) => void) {
  const header = await headerOf(path);
  if (header === undefined) {
    report(`${path} is not in UTF-8: save it as “CSV UTF-8”`);
    return;
  }
  const delimiter = separatorIn(header);
  const [names = []] = parseNow(header, { bom: true, delimiter, trim: true });
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) {
    report(`line 1: two columns have the name ${twice}`);
    return;
  }
  const parser = parse({
    bom: true,
    // Spreadsheets write empty columns without a name, too. Those are left out.
    columns: (names: (string | undefined)[]) => names.map((name) => name ?? false),
    delimiter,
    info: true,
    relax_quotes: true,
    ltrim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    // Such as a row with one value too many.
    skip_records_with_error: true,
    on_skip: (error) => {
      report(`line ${String(error?.['lines'])}: ${error?.message}`);
      return undefined;
    },
    // All values are text. Empty text counts as absent.
    cast: (text) => text.trim() || undefined,
  });
  const lines: AsyncIterable<{ record: unknown; info: { lines: number } }> =
    createReadStream(path).pipe(parser);
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

/** The first line of a file that is not blank; `undefined` if the file is not in UTF-8, as some programs write it. */
async function headerOf(path: string): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start = '';
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk, { stream: true });
      if (!/\S.*\n/.test(start)) start += text;
    }
    // Throws if the file ends within a character.
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  return start.includes('\0') ? undefined : (/\S.*/.exec(start)?.[0] ?? '');
}

/** In many countries, spreadsheets separate values by semicolons. */
function separatorIn(header: string): string {
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length);
  return most;
}
