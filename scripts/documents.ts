import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import {
  commentsIn,
  programsIn,
  unknownNames,
  unprovedFigures,
  unprovedMessages,
} from './documents/claims.ts';
import { evidenceIn } from './documents/evidence.ts';
import { followed } from './documents/followed.ts';
import { indexPage } from './documents/index-page.ts';
import { notInstalledBy } from './documents/installed.ts';
import { generated, quoting, records } from './documents/quotes.ts';
import { staleFiles } from './generated.ts';

/**
 * Compiles every `ts` and `js` block in the documents as a separate module, and checks relative links.
 * Later blocks can import a block that begins with `// name.ts` by that name. A block that names a file
 * quotes it, and is compared with the file instead; `--write` updates the quotes and the index. Every block in a
 * guide must name its file. `packaging` compiles and runs the guides as they stand.
 *
 * What a sentence quotes from a program must be what a test expects, also in the comments of the packages, and a figure
 * in a sentence must be in a test or a constant: {@link unprovedMessages}, {@link unprovedFigures}.
 */
const root = join(import.meta.dirname, '..');
const documents = globSync(
  '{*.md,.changeset/*.md,packages/*/README.md,packages/*/skills/*/SKILL.md,docs/**/*.md,{examples/*,benchmarks}/README.md,site/home.md}',
  { cwd: root, exclude: ['docs/site', 'packages/sdk/skills'] },
);

/** In the client's test folder, so that imports find all packages, msw and vitest. */
const place = join(root, 'packages/sdk/test/documents');
const sources = new Map<string, { readonly document: string; readonly code: string }>();
const problems: string[] = [];
let quotes = 0;
const evidence = evidenceIn(root);
const texts = new Map(documents.map((document) => [document, readFileSync(join(root, document), 'utf8')]));
const programs = programsIn([...texts.values()]);

for (const [document, text] of texts) {
  const isGuide = document.startsWith('docs/guides/') || followed.includes(document);
  const quoted = quoting(root, document, isGuide, followed.includes(document));
  const fresh = {
    ...quoted,
    text: document === 'docs/README.md' ? indexPage() : quoted.text,
  };
  quotes += fresh.quotes;
  problems.push(...fresh.problems);
  if (staleFiles({ [document]: fresh.text }).length > 0) {
    problems.push(`${document}: a quoted block or the index is not up to date: run \`pnpm fix\`.`);
  }
  for (const { 1: code = '', index } of text.matchAll(/(?<=^```[jt]s\n)([^]*?)(?=^```$)/gm)) {
    const before = text.slice(0, index).replaceAll(/[^\n]/g, '');
    const name = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] ?? `line-${before.length}.ts`;
    sources.set(join(place, document, name), { document, code: before + code });
    if (/; \/\/ /.test(code))
      problems.push(`${document}: a comment shows what the code gives: quote a test that expects it instead`);
  }
  if (isGuide) {
    for (const name of notInstalledBy(fresh.text))
      problems.push(`${document}: no \`npm install\` in this guide installs ${name}`);
  }
  if (!generated.test(document)) {
    const ofToday = records.test(document)
      ? []
      : [...unprovedFigures(text, evidence), ...unknownNames(text, evidence)];
    for (const { line, problem } of [...unprovedMessages(text, programs, evidence), ...ofToday])
      problems.push(`${document}:${line}: ${problem}`);
  }
  const prose = text.replaceAll(/^```[^]*?^```$|`[^`\n]*`/gm, '');
  for (const [, link = ''] of prose.matchAll(/\]\((?!\w+:|#)([^)#]+)[^)]*\)/g)) {
    if (!existsSync(join(root, dirname(document), link)))
      problems.push(`${document}: broken link: there is no file ${link}`);
  }
}

for (const path of globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })) {
  for (const { line, text } of commentsIn(readFileSync(join(root, path), 'utf8')))
    for (const { problem } of unprovedMessages(text, programs, evidence))
      problems.push(`${path}:${line}: ${problem}`);
}

const folder = join(root, 'packages/sdk/test');
const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), (path) => ts.sys.readFile(path));
const parsed = ts.parseJsonConfigFileContent(config, ts.sys, folder);
const options = { ...parsed.options, moduleDetection: ts.ModuleDetectionKind.Force };
const host = Object.assign(ts.createCompilerHost(options), {
  // The folder of the blocks does not exist, and the compiler would skip it.
  directoryExists: () => true,
  fileExists: (path: string) => sources.has(path) || ts.sys.fileExists(path),
  readFile: (path: string) => sources.get(path)?.code ?? ts.sys.readFile(path),
});
const program = ts.createProgram([...sources.keys()], options, host);
for (const [path, { document }] of sources) {
  const file = program.getSourceFile(path);
  const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  for (const { start = 0, messageText } of found) {
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
    problems.push(`${document}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  }
}

for (const problem of problems) console.error(problem);
console.log(`${sources.size} code blocks compiled and ${quotes} quoted in ${documents.length} documents`);
process.exitCode = problems.length === 0 ? 0 : 1;
