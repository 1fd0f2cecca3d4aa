import ts from 'typescript';

/** An import statement, as text and as the names it declares. */
export interface Import {
  readonly text: string;
  readonly module: string;
  readonly names: readonly string[];
}

/**
 * The imports of a file that a part of it needs and does not contain, without the names in `shown`. Each
 * has only the names that are needed.
 */
export function importsFor(source: string, part: string, shown: ReadonlySet<string>): Import[] {
  const own = new Set(statements(part).flatMap((statement) => namesIn(statement).map(({ name }) => name)));
  const used = namesUsed(part);
  return statements(source).flatMap((statement) => {
    const wanted = namesIn(statement).filter(
      ({ name }) => used.has(name) && !own.has(name) && !shown.has(name),
    );
    if (wanted.length === 0 || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const module = statement.moduleSpecifier.text;
    const plain = wanted.filter(({ named }) => !named).map(({ text }) => text);
    const named = wanted.filter(({ named }) => named).map(({ text }) => text);
    const clause = [...plain, ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : [])].join(', ');
    const type = statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    const onlyTypes = !type && plain.length === 0 && named.every((text) => text.startsWith('type '));
    const text = onlyTypes
      ? `import type ${clause.replaceAll('type ', '')} from '${module}';`
      : `import ${type ? 'type ' : ''}${clause} from '${module}';`;
    return [{ text, module, names: wanted.map(({ name }) => name) }];
  });
}

/** Every module that the code imports. */
export function modulesIn(code: string): string[] {
  return statements(code).flatMap(({ moduleSpecifier }) =>
    ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [],
  );
}

/** The names that the imports of the code declare. */
export function importedNames(code: string): string[] {
  return statements(code).flatMap((statement) => namesIn(statement).map(({ name }) => name));
}

function parse(code: string): ts.SourceFile {
  return ts.createSourceFile('code.tsx', code, ts.ScriptTarget.Latest, true);
}

function statements(code: string): ts.ImportDeclaration[] {
  return parse(code).statements.filter((statement) => ts.isImportDeclaration(statement));
}

interface Name {
  readonly name: string;
  readonly text: string;
  /** Whether it stands in braces. */
  readonly named: boolean;
}

function namesIn({ importClause }: ts.ImportDeclaration): Name[] {
  const names: Name[] = [];
  if (importClause?.name) names.push(plain(importClause.name.text, importClause.name.text));
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return names;
  if (ts.isNamespaceImport(bindings)) return [...names, plain(bindings.name.text, bindings.getText())];
  return [
    ...names,
    ...bindings.elements.map((one) => ({ name: one.name.text, text: one.getText(), named: true })),
  ];
}

function plain(name: string, text: string): Name {
  return { name, text, named: false };
}

/** Every identifier in the code that may stand for an import: not the names of members. */
function namesUsed(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isMemberName(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(code));
  return names;
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node;
  if (ts.isPropertySignature(parent) || ts.isMethodDeclaration(parent)) return parent.name === node;
  if (ts.isPropertyDeclaration(parent) || ts.isMethodSignature(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  return ts.isQualifiedName(parent) && parent.right === node;
}
