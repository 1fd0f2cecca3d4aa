import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';

/**
 * Prints every mismatch between the types and the code of some tarballs. Two are intended: Node 10 finds
 * no entry points, and the Vitest entry point is ESM only, like Vitest.
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
