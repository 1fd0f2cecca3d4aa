import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const file = join(folder, 'hovered.ts');
const source = `
  import type { Mailrig } from '../src/index.ts';
  declare const mail: Mailrig;
  const fields = [
    { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], required: true },
    { key: 'seats', label: 'Seats', type: 'number' },
  ] as const;
  const contacts = mail.contacts<typeof fields>('lst_1');
  const contact = await contacts.get('cnt_1');
  const values = contact.customFields;
  const page = await contacts.list();
  const untyped = await mail.contacts('lst_1').get('cnt_1');
  const lists = mail.lists.list();
`;

/** What an editor shows for a constant of the source above, on one line. */
function hover(service: ts.LanguageService, name: string): string {
  const info = service.getQuickInfoAtPosition(file, source.indexOf(`const ${name} =`) + 'const '.length);
  return ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, ' ');
}

test('an editor shows custom fields by their values, not by how their types are built', () => {
  const config = ts.readConfigFile(join(folder, '../../../tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = name === file ? source : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  expect(service.getSemanticDiagnostics(file)).toEqual([]);
  const values = '{ readonly plan: "free" | "pro"; readonly seats?: number; }';
  expect(hover(service, 'contact')).toBe(`const contact: Contact<${values}>`);
  expect(hover(service, 'values')).toBe(`const values: ${values}`);
  expect(hover(service, 'page')).toBe(`const page: ContactPage<${values}>`);
  expect(hover(service, 'contacts')).toBe(`const contacts: Contacts<${values}, never>`);
  expect(hover(service, 'untyped')).toBe('const untyped: Contact<AnyCustomFields>');
  expect(hover(service, 'lists')).toBe('const lists: PagePromise<ContactList, Page<ContactList>>');
}, 30_000);
