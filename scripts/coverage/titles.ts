import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** What one test promises, and the numbers that its title begins with. */
export interface TestTitle {
  /** Requirements and decisions, for example `R75` and `A44`. */
  readonly numbers: readonly string[];
  /** The rest of the title, with the placeholders of `test.each` and `test.for` as they stand. */
  readonly promise: string;
}

/** The titles of the tests in a file, read without running it. Those of `describe` and of skipped tests do not count. */
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
    if (ts.isIdentifier(expression) && expression.text === 'test') titles.push(read(title.text));
    if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return;
    const { expression: test, name } = expression.expression;
    if (!ts.isIdentifier(test) || test.text !== 'test' || !['each', 'for'].includes(name.text)) return;
    const { numbers, promise } = read(title.text.replace(/^%s,? ?/, ''));
    const ofRows = title.text.startsWith('%s') ? firstTexts(expression.arguments[0]) : [];
    titles.push({
      numbers: [...new Set([...ofRows.flatMap((text) => read(text).numbers), ...numbers])],
      promise,
    });
  }

  /** What `%s` at the beginning of a title stands for: the first text of each row. */
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

/** Only the numbers that a title begins with count: `every decision from A1 to A116` proves none. */
function read(title: string): TestTitle {
  const [lead = ''] = /^(?:[RA]\d+(?![\w–-]),? ?)*(?:: )?/.exec(title) ?? [];
  return { numbers: lead.match(/[RA]\d+/g) ?? [], promise: title.slice(lead.length).trim() };
}
