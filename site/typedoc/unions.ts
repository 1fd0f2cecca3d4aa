import {
  type Application,
  type Context,
  Converter,
  type DeclarationReflection,
  ReflectionKind,
} from 'typedoc';
import ts from 'typescript';

/**
 * TypeDoc plugin: shows a type derived from a table, such as `keyof typeof table`, as the union of its
 * values.
 */
export function load({ converter }: Application): void {
  converter.on(Converter.EVENT_CREATE_DECLARATION, (context: Context, made: DeclarationReflection) => {
    if (!made.kindOf(ReflectionKind.TypeAlias)) return;
    const symbol = context.getSymbolFromReflection(made);
    const declaration = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
    if (!symbol || !declaration) return;
    if (!ts.isTypeOperatorNode(declaration.type) && !ts.isIndexedAccessTypeNode(declaration.type)) return;
    const type = context.checker.getDeclaredTypeOfSymbol(symbol);
    if (type.isUnion() && type.types.every((part) => part.isStringLiteral())) {
      made.comment?.modifierTags.add('@useDeclaredType');
    }
  });
}
