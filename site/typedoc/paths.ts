import {
  type Application,
  type PageDefinition,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc';
import { MemberRouter } from 'typedoc-plugin-markdown';

/**
 * TypeDoc plugin: gives a page the path that its import suggests, such as `sandbox/vitest/variables/test`.
 * The list of a package's modules makes way for its main module.
 */
export function load({ renderer }: Application): void {
  renderer.defineRouter('imports', ImportRouter);
}

class ImportRouter extends MemberRouter {
  /** The contract, for those who build tools, has one page a module, which takes less time and space than hundreds. */
  override buildChildPages(reflection: Reflection, pages: PageDefinition[]): void {
    const kinds = this.membersWithOwnFile;
    if (reflection.getFullName().startsWith('@mailrig/contract')) this.membersWithOwnFile = [];
    super.buildChildPages(reflection, pages);
    this.membersWithOwnFile = kinds;
  }

  override getIdealBaseName(reflection: Reflection): string {
    const path = super.getIdealBaseName(reflection).replaceAll('@mailrig/', '');
    const [name, main] = path.split('/');
    if (name === main) return path.slice(path.indexOf('/') + 1);
    return hasModules(reflection) ? path.replace(/index$/, 'modules') : path;
  }
}

function hasModules(reflection: Reflection): boolean {
  const { children = [] } = reflection as ProjectReflection;
  return children.some((child) => child.kindOf(ReflectionKind.Module));
}
