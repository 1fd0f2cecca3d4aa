import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';

/**
 * Prints every way in which the types of tarballs, by their paths, tell something else than the code.
 * What is on purpose: Node 10 finds no entry point, and what plugs into Vitest is ESM only, as Vitest is.
 */
for (const path of process.argv.slice(2)) {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(path)));
  const problems = result.types ? result.problems : [{ kind: 'NoTypes' }];
  for (const problem of problems) {
    if ('resolutionKind' in problem && problem.resolutionKind === 'node10') continue;
    if (problem.kind === 'CJSResolvesToESM' && problem.entrypoint === './vitest') continue;
    console.error(`${result.packageName}: ${JSON.stringify(problem)}`);
    process.exitCode = 1;
  }
}
