import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** What one test promises, and the numbers at the end of its title. */
export interface TestTitle {
  /** Requirements and decisions, for example `R75` and `A44`. */
  readonly numbers: readonly string[];
  /** The title without them. Placeholders of `test.each` and `test.for` are not filled in. */
  readonly promise: string;
}

/** Reads the titles of a file's tests without running it. `describe` and skipped tests do not count. */
export function testTitles(path: string): TestTitle[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const titles: TestTitle[] = [];
  visit(source);
  return titles;

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) collect(node);
    ts.forEachChild(node, visit);
  }

  function collect({ expression, arguments: [title] }: ts.CallExpression): void {
    if (!title || !ts.isStringLiteralLike(title)) return;
    if (ts.isIdentifier(expression) && expression.text === 'test') titles.push(read(title.text, []));
    if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return;
    const { expression: test, name } = expression.expression;
    if (!ts.isIdentifier(test) || test.text !== 'test' || !['each', 'for'].includes(name.text)) return;
    titles.push(read(title.text, firstTexts(expression.arguments[0])));
  }

  /** What `$0` in a title stands for: the first text of each row. */
  function firstTexts(rows: ts.Expression | undefined): string[] {
    return elementsOf(rows).flatMap((row) => {
      const first = ts.isArrayLiteralExpression(row) ? row.elements[0] : row;
      return first && ts.isStringLiteralLike(first) ? [first.text] : [];
    });
  }

  function elementsOf(rows: ts.Expression | undefined): readonly ts.Expression[] {
    if (!rows) return [];
    if (ts.isAsExpression(rows) || ts.isSatisfiesExpression(rows)) return elementsOf(rows.expression);
    if (ts.isArrayLiteralExpression(rows)) return rows.elements;
    return ts.isIdentifier(rows) ? elementsOf(initializerOf(rows.text, source)) : [];
  }
}

function initializerOf(name: string, node: ts.Node): ts.Expression | undefined {
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name) {
    return node.initializer;
  }
  return ts.forEachChild(node, (child) => initializerOf(name, child));
}

/** Reads `a subject of 999 characters is refused (R53)`; `$0` among the numbers takes those of the rows. */
function read(title: string, rows: readonly string[]): TestTitle {
  const [end = '', list = ''] = / \(((?:[RA]\d+|\$0)(?:, (?:[RA]\d+|\$0))*)\)$/.exec(title) ?? [];
  const named = list.includes('$0') ? [list, ...rows] : [list];
  const numbers = new Set(named.flatMap((text) => text.match(/[RA]\d+/g) ?? []));
  return { numbers: [...numbers], promise: title.slice(0, title.length - end.length) };
}
