import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * Type-checks every project under its own options. It is faster than running `tsc` for each: it parses a
 * file once for all projects with the same options, and checks the sources of a package only in the
 * project of that package.
 */
const root = join(import.meta.dirname, '..');
const projects = globSync('{.,packages/*,packages/*/test,examples/*,benchmarks,site}/tsconfig.json', {
  cwd: root,
});
const parsed = new Map<string, ts.SourceFile | undefined>();

const problems = projects.toSorted().flatMap((project) => {
  const path = join(root, project);
  const { config, error } = ts.readConfigFile(path, (file) => ts.sys.readFile(file));
  if (error) return [error];
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
  const program = ts.createProgram(fileNames, options, hostOf(options));
  const files = fileNames.map((name) => program.getSourceFile(name));
  const found = [...errors, ...files.flatMap((file) => program.getSyntacticDiagnostics(file))];
  if (found.length > 0) return found;
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => program.getSemanticDiagnostics(file)),
  ];
});

if (problems.length > 0) {
  const sorted = ts.sortAndDeduplicateDiagnostics(problems);
  console.error(ts.formatDiagnosticsWithColorAndContext(sorted, ts.createCompilerHost({})));
}
console.log(`${projects.length} projects`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Caches parsed files by options, without `types`: they do not change how a file is parsed. */
function hostOf({ types: _types, configFilePath: _path, ...options }: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getSourceFile(file, version, ...rest) {
      const key = JSON.stringify([file, version, options]);
      if (!parsed.has(key)) parsed.set(key, host.getSourceFile(file, version, ...rest));
      return parsed.get(key);
    },
  };
}
