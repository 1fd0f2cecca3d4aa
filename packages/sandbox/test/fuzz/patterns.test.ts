import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { patternOf, wordKinds } from '../../src/reading/code-languages.ts';

const packages = join(import.meta.dirname, '../../..');
const folders = ['contract', 'sandbox'];

/**
 * Every regular expression literal in a folder, and its place. Those that are made at run time are from
 * the words of languages, from escaped text of at most 32 characters, or from what a test expects.
 */
function patternsIn(folder: string): [pattern: string, place: string][] {
  const files = globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: packages });
  return files.flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(packages, file), 'utf8'),
      ts.ScriptTarget.Latest,
    );
    const found: [string, string][] = [];
    const add = (pattern: string, node: ts.Node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push([pattern, `${file}:${line + 1}`]);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) add(node.text, node);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

// The steps follow from the automaton of a pattern, whatever the input: nothing is run or timed.
test.for(folders)('every pattern in the %s takes steps in proportion to its input', (folder) => {
  const patterns = new Map(patternsIn(folder));
  expect(patterns.size).toBeGreaterThan(5);
  const slow = [...patterns].filter(([text]) => {
    const end = text.lastIndexOf('/');
    return analyse({ source: text.slice(1, end), flags: text.slice(end + 1) }).reports.length > 0;
  });
  expect(slow).toEqual([]);
});

test.for(wordKinds)(
  'the words of all languages of the kind %s take steps in proportion to their input',
  (kind) => {
    const { source, flags } = patternOf(kind);
    expect(analyse({ source, flags }).reports).toEqual([]);
  },
);

test.for([
  ['nested repetition', /^(a+)+$/],
  ['neighbours that share a character', /^\d+\w*!/],
  ['a search that starts anew at each place', /a+b/],
])('%s would be found', ([, pattern]) => {
  expect(analyse(pattern as RegExp).reports).not.toEqual([]);
});
