import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Doc comments of fields, by the name of their interface or object and the name of the field. */
export interface DocComments {
  /** The comment of a field, or of the same field in an interface it extends; empty if there is none. */
  of(name: string, field: string): string;
  /**
   * The first type argument of a constant's type: `Verb<FaultInput, …>` → `FaultInput`. If that is an
   * intersection, the constant's own name, which then has the fields of all its parts.
   */
  inputOf(constant: string): string | undefined;
}

/** Reads the doc comments of all sources in a folder, without compiling them. */
export function docComments(folder: string): DocComments {
  const fields = new Map<string, Map<string, string>>();
  const bases = new Map<string, string[]>();
  const inputs = new Map<string, string>();

  for (const path of globSync('**/*.ts', { cwd: folder })) {
    const text = readFileSync(`${folder}/${path}`, 'utf8');
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (ts.isInterfaceDeclaration(statement)) {
        collect(statement.name.text, statement.members);
        const types = statement.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
        bases.set(
          statement.name.text,
          types.flatMap((type) => [type.expression.getText(), ...(type.typeArguments ?? []).map(textOf)]),
        );
      }
      if (ts.isClassDeclaration(statement) && statement.name) collect(statement.name.text, statement.members);
      if (ts.isVariableStatement(statement)) statement.declarationList.declarations.forEach(declared);
    }
  }
  return { of, inputOf: (constant) => inputs.get(constant) };

  function of(name: string, field: string): string {
    // If callers write something other than what a verb works with, an `…Input` type documents it.
    const own = fields.get(name.replace(/^\w+/, '$&Input'))?.get(field) || fields.get(name)?.get(field);
    if (own) return own;
    const [head = '', ...inner] = name.split('.');
    for (const base of bases.get(name) ?? (inner.length > 0 ? bases.get(head) : undefined) ?? []) {
      const inherited = of(bases.has(name) ? base : [base, ...inner].join('.'), field);
      if (inherited) return inherited;
    }
    return '';
  }

  function declared({ name, type, initializer }: ts.VariableDeclaration): void {
    const object = initializer && unwrapped(initializer);
    if (object && ts.isObjectLiteralExpression(object)) collect(name.getText(), object.properties);
    if (!type || !ts.isTypeReferenceNode(type)) return;
    const [input] = type.typeArguments ?? [];
    if (input && ts.isTypeReferenceNode(input)) inputs.set(name.getText(), textOf(input));
    if (input && ts.isIntersectionTypeNode(input)) {
      inputs.set(name.getText(), name.getText());
      bases.set(name.getText(), input.types.filter(ts.isTypeReferenceNode).map(textOf));
    }
  }

  function collect(
    owner: string,
    members: ts.NodeArray<ts.TypeElement | ts.ObjectLiteralElementLike | ts.ClassElement>,
  ): void {
    const own = fields.get(owner) ?? new Map<string, string>();
    fields.set(owner, own);
    for (const member of members) {
      const field = member.name && nameOf(member.name);
      if (field === undefined) continue;
      // The first signature of an overloaded method has its comment.
      own.set(field, own.get(field) || commentOf(member));
      if (ts.isPropertySignature(member) && member.type) nested(`${owner}.${field}`, member.type);
    }
  }

  /**
   * Collects the fields of an inline type, of the members of a union or intersection, and of the items
   * of an array.
   */
  function nested(owner: string, type: ts.TypeNode): void {
    if (ts.isTypeLiteralNode(type)) collect(owner, type.members);
    if (ts.isIntersectionTypeNode(type) || ts.isUnionTypeNode(type)) {
      for (const part of type.types) nested(owner, part);
    }
    const item = ts.isTypeOperatorNode(type) && ts.isArrayTypeNode(type.type) ? type.type.elementType : type;
    if (item !== type && ts.isTypeReferenceNode(item)) bases.set(owner, [textOf(item)]);
  }
}

/**
 * The meaning of a field of an interface.
 *
 * @throws if it is empty.
 */
export function documented(meaning: string, owner: string, field: string): string {
  if (meaning === '') throw new Error(`Say in a doc comment of ${owner} what ${field} is`);
  return meaning;
}

function commentOf(node: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = comments.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '').join(' ');
  return text
    .replaceAll(/\{@link ([^}]+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function nameOf(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

function textOf(node: ts.Node): string {
  return node.getText();
}

function unwrapped(expression: ts.Expression): ts.Expression {
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return unwrapped(expression.expression);
  return expression;
}
