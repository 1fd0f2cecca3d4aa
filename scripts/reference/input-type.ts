/** One field of an input. */
export interface InputField {
  readonly name: string;
  /** In TypeScript syntax. */
  readonly type: string;
  readonly required: boolean;
  /** Nested fields of an object, or of each item in an array of objects. */
  readonly fields: readonly InputField[];
}

/** The parts of a zod schema definition that are shown. */
interface Definition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly in?: Schema;
  /** The schema of a lazy one. */
  readonly getter?: () => Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
}

interface Schema {
  readonly def: Definition;
}

/** The fields that a zod schema accepts, before any transform. */
export function inputFields(schema: object): InputField[] {
  const { element, shape } = definitionOf(schema as Schema);
  if (element) return inputFields(element);
  return Object.entries(shape ?? {}).map(([name, field]) => ({
    name,
    type: typeOf(field),
    required: !isOptional(field),
    fields: inputFields(field),
  }));
}

function typeOf(schema: Schema): string {
  const { type, element, valueType, options, entries, values } = definitionOf(schema);
  switch (type) {
    case 'int':
    case 'number':
      return 'number';
    case 'enum':
    case 'literal':
      return (values ?? Object.values(entries ?? {}))
        .map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
        .join(' | ');
    case 'union':
      return [...new Set((options ?? []).map(typeOf))].join(' | ');
    case 'array':
      return element ? `${bracketed(typeOf(element))}[]` : 'unknown[]';
    case 'record':
      return `Record<string, ${valueType ? typeOf(valueType) : 'unknown'}>`;
    default:
      return type;
  }
}

function bracketed(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}

/** The innermost definition, without wrappers such as optional or a transform. */
function definitionOf(schema: Schema): Definition {
  const inner = innerOf(schema);
  return inner ? definitionOf(inner) : schema.def;
}

function isOptional(schema: Schema): boolean {
  if (schema.def.type === 'optional') return true;
  const inner = innerOf(schema);
  return inner !== undefined && isOptional(inner);
}

function innerOf({ def }: Schema): Schema | undefined {
  return def.innerType ?? def.in ?? def.getter?.();
}
