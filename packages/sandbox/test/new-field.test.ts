import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { nightly } from '../../../tooling/nightly.ts';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const base = file('../tsconfig.base.json');

/** The files among `copies` whose errors name `field` if other files have these texts. */
function naming(field: string, copies: readonly string[], changes: ReadonlyMap<string, string>): string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(base, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    file('..'),
  );
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  host.readFile = (path) => changes.get(path) ?? readFile(path);
  const program = ts.createProgram({ rootNames: copies.map(file), options, host });
  return copies.filter((path) => {
    const errors = program.getSemanticDiagnostics(program.getSourceFile(file(path)));
    return ts.formatDiagnostics(errors, host).includes(field);
  });
}

/** The text of a file with a line after the line that contains `before`. */
function withLine(path: string, before: string, line: string): readonly [string, string] {
  const text = readFileSync(file(path), 'utf8');
  const end = text.indexOf('\n', text.indexOf(before)) + 1;
  expect(text.split(before)).toHaveLength(2);
  return [file(path), `${text.slice(0, end)}${line}\n${text.slice(end)}`];
}

// By day, the step `types` finds such a field. This proves that it does.
test.runIf(nightly)(
  'a new field of emails does not compile before every copy of an email says what becomes of it',
  () => {
    const copies = [
      'sandbox/src/service/operations/emails.ts',
      'sandbox/src/control/messages/messages.ts',
      'sandbox/src/sweep/effects.ts',
    ];
    const changes = new Map([
      withLine(
        'contract/src/resources/emails.ts',
        'interface SendEmailBody {',
        'readonly campaign?: string;',
      ),
      withLine(
        'sandbox/src/service/state/records.ts',
        'messageId: id,\n  accountId',
        'campaign: z.exactOptional(line),',
      ),
    ]);

    expect(naming('campaign', copies, changes)).toEqual(copies);
  },
);

test.runIf(nightly)(
  'a new field of a record does not compile before it says whether it may be null (A16, A121)',
  () => {
    const copies = ['contract/src/wire/records.ts'];
    for (const [path, record] of [
      ['contract/src/resources/emails.ts', 'interface Email {'],
      ['contract/src/resources/contacts.ts', 'interface Contact {'],
      ['contract/src/resources/contact-lists.ts', 'interface ContactList {'],
      ['contract/src/resources/attachments.ts', 'interface Attachment {'],
    ] as const) {
      const changes = new Map([withLine(path, record, 'readonly campaign?: string;')]);
      expect(naming('campaign', copies, changes), record).toEqual(copies);
    }
  },
);
