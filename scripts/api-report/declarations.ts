import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import type { Package } from './entries.ts';

/** The declarations of every source file, as the compiler writes them, by the path of their `.d.ts`. */
export type Declarations = ReadonlyMap<string, string>;

export function declarationPath(source: string): string {
  return source.replace(/\.[jt]sx?$/, '.d.ts');
}

/** Compiles the sources once for all packages; what is marked `@internal` is left out, as in what is published. */
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
 * The declarations as a program of their own, in which only names have to be followed. Imports lead
 * into the package and into those that are built into it; any other one leads nowhere.
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
