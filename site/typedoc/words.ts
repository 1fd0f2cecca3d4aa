import {
  Application,
  Comment,
  type DeclarationReflection,
  type ParameterReflection,
  type ProjectReflection,
  type Reflection,
  ReferenceType,
  ReflectionKind,
  type SomeType,
} from 'typedoc';

/**
 * TypeDoc plugin: a property or parameter without words of its own takes the first sentence about its type. Tables and
 * zod's schemas show no type, which would be pages of internals. Warns of every property and parameter that no words
 * describe.
 */
export function load(app: Application): void {
  app.on(Application.EVENT_PROJECT_REVIVE, (project: ProjectReflection) => {
    for (const variable of project.getReflectionsByKind(ReflectionKind.Variable)) {
      hideInternals(project, variable as DeclarationReflection);
    }
    const all = project.getReflectionsByKind(ReflectionKind.Property | ReflectionKind.Parameter);
    for (const reflection of all as (DeclarationReflection | ParameterReflection)[]) {
      if (isShown(reflection) && !isDescribed(reflection) && !describe(reflection)) {
        app.logger.warn(`${reflection.getFullName()} has no description`);
      }
    }
  });
}

/** Shows a schema, and a table of values, by one word. */
function hideInternals(project: ProjectReflection, variable: DeclarationReflection): void {
  const { type } = variable;
  const isSchema = type?.toString().startsWith('Zod');
  const isTable = type?.type === 'reflection' && !type.declaration.signatures;
  if (!isSchema && !isTable) return;
  project.removeTypeReflections(type);
  variable.type = ReferenceType.createBrokenReference(
    isSchema ? 'ZodMiniType' : 'object',
    project,
    undefined,
  );
}

/**
 * Whether readers look for words about it: not about the parameters of a callback, the parts of a pattern, or the
 * fields of what a function returns, which the function describes.
 */
function isShown({ flags, parent, name }: Reflection): boolean {
  if (flags.isExternal || name === 'this') return false;
  // Every error has its class's name there.
  if (name === 'name' && parent?.kindOf(ReflectionKind.Class)) return false;
  const owner = parent?.parent;
  if (parent?.kindOf(ReflectionKind.SomeSignature)) {
    return !!owner?.kindOf(ReflectionKind.FunctionOrMethod | ReflectionKind.Constructor);
  }
  if (owner?.kindOf(ReflectionKind.SomeSignature)) return false;
  return (owner as DeclarationReflection | undefined)?.type?.type !== 'conditional';
}

function isDescribed(reflection: Reflection): boolean {
  if (reflection.hasComment()) return true;
  const { type } = reflection as DeclarationReflection;
  return type?.type === 'reflection' && !!type.declaration.signatures?.some((one) => one.hasComment());
}

/** Takes the words of the type, if it has any. */
function describe(reflection: DeclarationReflection | ParameterReflection): boolean {
  const words = wordsOf(reflection.type);
  if (words === undefined) return false;
  reflection.comment = new Comment([{ kind: 'text', text: words }]);
  return true;
}

/** The first sentence about a type, or about the first part of a union that has words. */
function wordsOf(type: SomeType | undefined): string | undefined {
  if (type?.type === 'union') return type.types.map(wordsOf).find((words) => words !== undefined);
  if (type?.type === 'array') return wordsOf(type.elementType);
  if (type?.type === 'typeOperator') return wordsOf(type.target);
  if (type?.type !== 'reference') return undefined;
  const summary = Comment.combineDisplayParts(type.reflection?.comment?.summary);
  return /^[^]+?\.(?=\s|$)/.exec(summary)?.[0].replaceAll(/\s+/g, ' ');
}
