import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '../../..');
const folders = ['contract', 'inspector', 'sandbox'];

/**
 * Every regular expression literal in a folder, with its place. Those that are made at run time are from literals, from
 * escaped text of at most 32 characters, or from what a test expects.
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
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        found.push([node.text, `${file}:${line + 1}`]);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/**
 * The steps follow from the automaton of a pattern, whatever the input: nothing is run or timed. The few patterns that
 * look ahead, or whose automaton is too large, are left to the tests with hostile content.
 */
const options = { checker: 'automaton', timeout: 500 } as const;

test.for(folders)(
  'every pattern in the %s takes steps in proportion to its input',
  { timeout: 180_000 },
  (folder) => {
    const patterns = new Map(patternsIn(folder));
    expect(patterns.size).toBeGreaterThan(5);
    const slow = [...patterns].flatMap(([text, place]) => {
      const end = text.lastIndexOf('/');
      const found = checkSync(text.slice(1, end), text.slice(end + 1), options);
      return found.status === 'vulnerable' ? [`${place}: ${text} is ${found.complexity.summary}`] : [];
    });
    expect(slow).toEqual([]);
  },
);
