import ts from 'typescript';
import { declarationPath } from './declarations.ts';
import type { Entry } from './entries.ts';

/** Where a name comes from that another package declares. */
interface Origin {
  readonly module: string;
  /** The name in an import: `Foo`, `* as z`. */
  readonly name: string;
}

const printer = ts.createPrinter({ removeComments: true });

/**
 * Lists every declaration that an entry point exports or mentions, sorted by name and without comments.
 * Declarations that the main entry point of the package exports are imported from there.
 */
export function report(program: ts.Program, entry: Entry, main: Entry): string {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(declarationPath(entry.source));
  if (!file) throw new Error(`${entry.module}: no declarations of ${entry.source}`);
  const elsewhere = entry === main ? new Map<ts.Symbol, string>() : exportsOf(main);

  const imports = new Map<string, Set<string>>();
  const exported = new Set<ts.Symbol>();
  const lines: string[] = [];
  const queue: ts.Symbol[] = [];
  for (const [symbol, name] of exportsOf(entry)) {
    const origin = elsewhere.has(symbol) ? { module: main.module, name } : originOf(symbol);
    if (origin) {
      lines.push(`export { ${origin.name} } from '${origin.module}';`);
    } else if (symbol.name === name) {
      exported.add(symbol);
      queue.push(symbol);
    } else {
      lines.push(`export { ${symbol.name} as ${name} };`);
      queue.push(symbol);
    }
  }

  const texts = new Map<ts.Symbol, string>();
  const augmentations = file.statements.filter(ts.isModuleDeclaration).map(print);
  for (let symbol = queue.pop(); symbol; symbol = queue.pop()) {
    if (texts.has(symbol)) continue;
    texts.set(symbol, '');
    const statements = new Set(symbol.declarations?.map(statementOf));
    const keyword = exported.has(symbol) ? 'export ' : '';
    const text = [...statements].map((one) => keyword + print(one).replace(/^export /, '')).join('\n');
    texts.set(symbol, text);
  }

  const declarations = [...texts]
    .toSorted(([a], [b]) => compare(a.name, b.name) || compare(pathOf(a), pathOf(b)))
    .map(([, text]) => text);
  const importLines = [...imports]
    .toSorted(([a], [b]) => compare(a, b))
    .flatMap(([module, names]) => importsOf(module, [...names].toSorted()));
  return (
    [
      `// Public API of ${entry.module}. Generated: do not edit.`,
      ...(importLines.length > 0 ? [importLines.join('\n')] : []),
      ...augmentations,
      ...declarations,
      ...(lines.length > 0 ? [lines.toSorted().join('\n')] : []),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );

  function exportsOf({ source }: Entry): Map<ts.Symbol, string> {
    const exporting = program.getSourceFile(declarationPath(source));
    const module = exporting && checker.getSymbolAtLocation(exporting);
    return new Map(
      module ? checker.getExportsOfModule(module).map((symbol) => [targetOf(symbol), symbol.name]) : [],
    );
  }

  /** Follows an import to its symbol, or returns the import itself if it leads out of the package. */
  function targetOf(symbol: ts.Symbol): ts.Symbol {
    let target = symbol;
    while (target.flags & ts.SymbolFlags.Alias) {
      const next = checker.getImmediateAliasedSymbol(target);
      if (!next?.declarations) return target;
      target = next;
    }
    return target;
  }

  /** Prints a declaration, using the original name of everything it mentions. */
  function print(statement: ts.Node): string {
    const { transformed } = ts.transform(statement, [
      (context) => (root) => {
        const visit = (node: ts.Node): ts.Node => {
          if (ts.isImportTypeNode(node)) return importType(node, visit, context);
          if (ts.isIdentifier(node)) return mention(node) ?? node;
          return ts.visitEachChild(node, visit, context);
        };
        return ts.visitNode(root, visit);
      },
    ]);
    const [node = statement] = transformed;
    return printer.printNode(ts.EmitHint.Unspecified, node, statement.getSourceFile());
  }

  function importType(
    node: ts.ImportTypeNode,
    visit: ts.Visitor,
    context: ts.TransformationContext,
  ): ts.Node {
    const { qualifier } = node;
    if (!qualifier || !ts.isIdentifier(qualifier)) return ts.visitEachChild(node, visit, context);
    const name = mention(qualifier);
    if (!name) return ts.visitEachChild(node, visit, context);
    const typeArguments = ts.visitNodes(node.typeArguments, visit, ts.isTypeNode);
    return node.isTypeOf
      ? ts.factory.createTypeQueryNode(name, typeArguments)
      : ts.factory.createTypeReferenceNode(name, typeArguments);
  }

  /** Adds the declaration behind a name to the report. Returns the name to print, or `undefined` to keep it. */
  function mention(identifier: ts.Identifier): ts.Identifier | undefined {
    const symbol = checker.getSymbolAtLocation(identifier);
    if (!symbol || ts.isModuleDeclaration(identifier.parent)) return undefined;
    const target = targetOf(symbol);
    const name = elsewhere.get(target);
    const origin = name === undefined ? originOf(target) : { module: main.module, name };
    if (origin) {
      imports.set(origin.module, (imports.get(origin.module) ?? new Set()).add(origin.name));
      return ts.factory.createIdentifier(origin.name.replace(/^.* as /, ''));
    }
    if (
      !target.declarations?.some(
        (declaration) => statementOf(declaration) !== declaration.getSourceFile() && isTopLevel(declaration),
      )
    )
      return undefined;
    queue.push(target);
    return ts.factory.createIdentifier(target.name);
  }
}

/** The origin of an import that leads out of the package. */
function originOf(symbol: ts.Symbol): Origin | undefined {
  if (!(symbol.flags & ts.SymbolFlags.Alias)) return undefined;
  for (const declaration of symbol.declarations ?? []) {
    const from = ts.findAncestor(
      declaration,
      (node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node),
    );
    if (!from?.moduleSpecifier || !ts.isStringLiteral(from.moduleSpecifier)) continue;
    const module = from.moduleSpecifier.text;
    if (ts.isNamespaceImport(declaration)) return { module, name: `* as ${symbol.name}` };
    if (ts.isImportClause(declaration)) return { module, name: `default as ${symbol.name}` };
    if (ts.isImportSpecifier(declaration) || ts.isExportSpecifier(declaration)) {
      const { propertyName, name } = declaration;
      return { module, name: propertyName ? `${propertyName.text} as ${name.text}` : name.text };
    }
  }
  return undefined;
}

function importsOf(module: string, names: readonly string[]): string[] {
  const spaces = names.filter((name) => name.startsWith('*'));
  const named = names.filter((name) => !name.startsWith('*'));
  return [
    ...spaces.map((name) => `import type ${name} from '${module}';`),
    ...(named.length > 0 ? [`import type { ${named.join(', ')} } from '${module}';`] : []),
  ];
}

/** The statement of a declaration. For a variable, that is the whole variable statement. */
function statementOf(declaration: ts.Declaration): ts.Node {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

function isTopLevel(declaration: ts.Declaration): boolean {
  return ts.isSourceFile(statementOf(declaration).parent);
}

function pathOf(symbol: ts.Symbol): string {
  return symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
