import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import ts from 'typescript';
import { type Figure, figuresIn, termsIn } from './figures.ts';

/** What proves that a message is printed, and that a figure is right. */
export interface Evidence {
  /** Whether every word of the name is in a file that is not a document. */
  hasName(name: string): boolean;
  /** Whether a test expects the message. `…` stands for anything. */
  hasMessage(message: string): boolean;
  /** Whether a test, or a constant of the sources, has the figure together with two of the terms. */
  hasFigure(figure: Figure, terms: ReadonlySet<string>): boolean;
}

/** Pages that another check compares with the sources, or each line of which has a test. */
const pages = 'docs/{requirements,decisions,state-machines,reference/{limits,error-codes,command-line}}.md';

/** Files that people write, so no lock files. */
const code = /(?<!-lock)\.(?:[cm]?[jt]sx?|json|ya?ml|toml|sh|py|go|mod|sql|css|html|txt|svg)$/;

/** A claim about a figure. */
interface Statement {
  /** What the figure counts; absent for a constant. */
  readonly kind?: string;
  readonly text: string;
}

/** What tests expect and files of tests contain, the titles of tests, and constants of the sources. */
export function evidenceIn(root: string): Evidence {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  // What is ignored, such as the site, is made from documents, so it proves nothing.
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const present = listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  const files = (...patterns: readonly string[]): string[] =>
    present.filter((path) => patterns.some((pattern) => matchesGlob(path, pattern)));

  const tests = files('{{packages,examples}/*/test,scripts/packaging/project}/**/*.{ts,tsx,mts,cjs}');
  const written = [
    ...files('{packages,examples}/*/test/**/*.{txt,snap}'),
    ...files('benchmarks/*.txt'),
    ...files(pages),
  ].flatMap((path) => read(path).split('\n'));
  const texts = [...tests.flatMap((path) => textsIn(path, read(path))), ...written];
  const expected = texts.join('\n');

  const statements = new Map<number, Statement[]>();
  const state = (value: number, statement: Statement): void =>
    void statements.set(value, [...(statements.get(value) ?? []), statement]);
  for (const text of texts) for (const { value, kind } of figuresIn(text)) state(value, { kind, text });
  for (const path of files('{packages/*,benchmarks}/src/**/*.{ts,tsx}'))
    for (const { value, text } of constantsIn(path, read(path))) state(value, { text });

  const words = new Set(
    files('{packages,examples,benchmarks,scripts,site,tooling,container,action,.github}/**/*.*', '{,.}*.*')
      .filter((path) => code.test(path))
      .flatMap((path) => read(path).split(/\W+/)),
  );

  return {
    hasName: (name) => name.split(/\W+/).every((word) => words.has(word)),
    hasMessage: (message) =>
      new RegExp(message.replaceAll(/[^\w\s…]/g, '\\$&').replaceAll('…', '.*')).test(expected),
    hasFigure: ({ value, kind }, terms) =>
      (statements.get(value) ?? []).some(
        (known) => counts(kind, known.kind) && areAlike(terms, termsIn(known.text)),
      ),
  };
}

/** Whether a figure may be one that counts this. A constant has no unit, and some figures have none. */
function counts(kind: string, known: string | undefined): boolean {
  if (kind === '' || known === undefined || known === kind) return true;
  return known === '' && kind !== 'ms' && kind !== 'bytes';
}

/** Whether a sentence and a statement have two terms in common. A long statement has some by chance. */
function areAlike(terms: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  return [...terms].filter((term) => known.has(term)).length >= (known.size > 8 ? 3 : 2);
}

function sourceOf(path: string, code: string): ts.SourceFile {
  return ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
}

/** The lines of every text in a file, and its regular expressions. `…` is the value of an expression in a text. */
function textsIn(path: string, code: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(...node.text.split('\n'));
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      texts.push(
        ...parts
          .map(({ text }) => text)
          .join('…')
          .split('\n'),
      );
    }
    if (ts.isRegularExpressionLiteral(node)) texts.push(node.text.replaceAll(/\\(?=\W)/g, ''));
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(path, code));
  return texts;
}

/** The numbers that have a name in a file, with the name, its doc comment and that of the file. */
function constantsIn(path: string, code: string): { readonly value: number; readonly text: string }[] {
  const constants: { value: number; text: string }[] = [];
  const known = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (isNamed(node) && node.initializer) {
      const name = node.name.getText();
      const comments = ts.getJSDocCommentsAndTags(node).map((comment) => comment.getText());
      const text = [basename(path, '.ts'), name, ...comments].join(' ');
      for (const value of amountsIn(node.initializer, known)) {
        known.set(name, value);
        constants.push({ value, text });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(path, code));
  return constants;
}

function isNamed(node: ts.Node): node is ts.Node & { name: ts.Node; initializer?: ts.Expression } {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isParameter(node)
  );
}

/** The numbers in an expression; those of a product are one, and a known name stands for its number. */
function amountsIn(node: ts.Node, known: ReadonlyMap<string, number>): number[] {
  if (ts.isNumericLiteral(node)) return [Number(node.text.replaceAll('_', ''))];
  if (ts.isIdentifier(node)) return [known.get(node.text) ?? []].flat();
  if (ts.isFunctionLike(node) || ts.isObjectLiteralExpression(node)) return [];
  const inner: number[] = [];
  ts.forEachChild(node, (child) => void inner.push(...amountsIn(child, known)));
  const isProduct = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskToken;
  return isProduct ? [inner.reduce((product, factor) => product * factor, 1)] : inner;
}
