import ts from 'typescript';
import type { Evidence } from './evidence.ts';
import { figuresIn, termsIn } from './figures.ts';

/** A claim of a text that nothing proves, with its line. */
export interface Claim {
  readonly line: number;
  readonly problem: string;
}

/** Text in backticks. */
const spans = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;

/**
 * The messages in the sentences of a document that no test expects. A message is text in backticks with several words
 * that are neither code nor a command.
 *
 * @param programs Words that a command may begin with.
 */
export function unprovedMessages(text: string, programs: ReadonlySet<string>, evidence: Evidence): Claim[] {
  return spansIn(text)
    .filter(({ span }) => !evidence.hasMessage(span.trim()) && isMessage(span.trim(), programs))
    .map(({ line, span }) => ({ line, problem: `no test expects \`${span}\`` }));
}

/** The names in backticks that no file has but documents, such as those of options that were renamed. */
export function unknownNames(text: string, evidence: Evidence): Claim[] {
  return spansIn(text)
    .filter(({ span }) => !evidence.hasName(span))
    .map(({ line, span }) => ({ line, problem: `no source, test or program has the name \`${span}\`` }));
}

/** The figures in the sentences of a document that no test and no constant of the sources has. */
export function unprovedFigures(text: string, evidence: Evidence): Claim[] {
  return linesOf(text).flatMap((line, index) =>
    line.startsWith('#')
      ? []
      : sentencesOf(line).flatMap((sentence) => {
          const terms = termsIn(sentence);
          const prose = sentence.replaceAll(spans, (span) => '~'.repeat(span.length));
          return figuresIn(prose)
            .filter(
              (figure) => !isVersion(prose.slice(0, figure.index)) && !evidence.hasFigure(figure, terms),
            )
            .map((figure) => ({
              line: index + 1,
              problem: `no test and no constant has ${figure.text} with words of: ${sentence.trim()}`,
            }));
        }),
  );
}

/** The comments of a source file, each as one line, with the line that it begins in. */
export function commentsIn(code: string): { readonly line: number; readonly text: string }[] {
  return [...code.matchAll(/\/\*\*[^]*?\*\/|(?<=^\s*)\/\/ .*(?:\n\s*\/\/ .*)*/gm)].map(
    ({ 0: comment, index }) => ({
      line: code.slice(0, index).split('\n').length,
      text: comment.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ').replaceAll(/```[^]*?```/g, ''),
    }),
  );
}

/** The programs in the commands that the documents show. */
export function programsIn(texts: readonly string[]): ReadonlySet<string> {
  const commands = texts.flatMap((text) => [...text.matchAll(/^```sh.*\n([^]*?)^```$/gm)]);
  const lines = commands.flatMap(([, block = '']) => block.split('\n'));
  return new Set(['mailrig-sandbox', ...lines.map((line) => line.split(' ')[0] ?? '')]);
}

/** What stands in backticks outside of code blocks. */
function spansIn(text: string): { readonly line: number; readonly span: string }[] {
  return linesOf(text).flatMap((line, index) =>
    [...line.matchAll(spans)].map(([, , span = '']) => ({ line: index + 1, span })),
  );
}

/** The lines outside of code blocks. Addresses, tags and the numbers of lists are left out. */
function linesOf(text: string): string[] {
  return text
    .replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/<code>.*?<\/code>|<[^>\s`][^>\n`]*>|^\s*\d+\. /gm, '')
    .replaceAll(/\[([^\]\n]*)\]\([^)\n]*\)/g, (_, name: string) => `Link ${name.replaceAll(/[\d`]/g, '')}`)
    .split('\n');
}

/** A row of a table is one sentence. Code has no ends of sentences. */
function sentencesOf(line: string): string[] {
  return line.startsWith('|') ? [line] : line.split(/(?<=[.;:]) (?=[^`]*(?:`[^`]*`[^`]*)*$)/);
}

/** Whether the number after this text is the version of a program, such as `24` after `Node`. */
function isVersion(before: string): boolean {
  return /(?:[A-Z][\w.]*|npm)[\])]? \(?(?:[\d.]+ (?:and|or|to) )?$/.test(before);
}

function isMessage(span: string, programs: ReadonlySet<string>): boolean {
  if (!span.includes(' ') || /^(?:GET|POST|PUT|PATCH|DELETE) |^[A-Z]\w*(?:-\w+)+: \S+$/.test(span))
    return false;
  const [program = ''] = span.replace(/^(?:\w+=\S+ )+/, '').split(' ');
  return !programs.has(program) && !/(?:^| )--?[a-z]/.test(span) && !isCode(span);
}

/** Whether it is code: a statement or its beginning, a value, fields, or keywords. */
function isCode(span: string): boolean {
  const code = span.replaceAll('…', '_');
  const words = code
    .split(' ')
    .map((word) => ts.createScanner(ts.ScriptTarget.Latest, true, undefined, word).scan());
  if (words.every((kind) => kind >= ts.SyntaxKind.FirstKeyword && kind <= ts.SyntaxKind.LastKeyword))
    return true;
  return [code, `(${code})`, `({${code}})`, `${code} {}`].some(
    (text) => ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.length === 0,
  );
}
