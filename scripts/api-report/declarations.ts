import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import type { Package } from './entries.ts';

/** The declarations the compiler emits for every source file, by the path of the `.d.ts`. */
export type Declarations = ReadonlyMap<string, string>;

export function declarationPath(source: string): string {
  return source.replace(/\.[jt]sx?$/, '.d.ts');
}

/** Compiles the sources of all packages at once, without anything marked `@internal`, like the published types. */
export function emitDeclarations(root: string, packages: readonly Package[]): Declarations {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
  const program = ts.createProgram(
    packages.flatMap(({ entries }) => entries.map(({ source }) => source)),
    {
      ...options,
      types: ['node'],
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
    },
  );
  const declarations = new Map<string, string>();
  program.emit(undefined, (path, text) => declarations.set(resolve(path), text));
  return declarations;
}

/**
 * Creates a program from the declarations, in which names can be resolved. It follows imports of the
 * package itself and of packages bundled into it, and no others.
 */
export function declarationProgram(
  declarations: Declarations,
  { entries, installed }: Package,
  packages: readonly Package[],
): ts.Program {
  const inlined = packages.filter(({ name }) => !installed.includes(name)).flatMap((one) => one.entries);
  const options: ts.CompilerOptions = { noLib: true, types: [], module: ts.ModuleKind.ESNext };
  const find = (name: string, from: string): ts.ResolvedModuleFull | undefined => {
    const source = name.startsWith('.')
      ? resolve(dirname(from), name)
      : inlined.find(({ module }) => module === name)?.source;
    const path = source && declarationPath(source);
    if (!path || !declarations.has(path)) return undefined;
    return { resolvedFileName: path, extension: ts.Extension.Dts, isExternalLibraryImport: false };
  };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    fileExists: (path) => declarations.has(path),
    readFile: (path) => declarations.get(path),
    getSourceFile: (path, version) => {
      const text = declarations.get(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, version, true);
    },
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => ({ resolvedModule: find(text, from) })),
  };
  return ts.createProgram(
    entries.map(({ source }) => declarationPath(source)),
    options,
    host,
  );
}
