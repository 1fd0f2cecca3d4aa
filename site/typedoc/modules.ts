import {
  Application,
  type DeclarationReflection,
  PageEvent,
  type ProjectReflection,
  ReflectionKind,
} from 'typedoc';

/**
 * TypeDoc plugin: names a module the way a program imports it, since TypeDoc leaves the main one unnamed, and a page
 * without the type parameters of its type.
 */
export function load(app: Application): void {
  app.on(Application.EVENT_PROJECT_REVIVE, (project: ProjectReflection) => {
    for (const { name, children = [] } of project.children ?? []) {
      for (const module of children) {
        if (!module.kindOf(ReflectionKind.Module)) continue;
        module.name = module.name === '' ? name : `${name}/${module.name}`;
      }
    }
  });
  app.on(Application.EVENT_PROJECT_REVIVE, (project: ProjectReflection) => {
    // The index shows the comment of a function itself, which has only a category.
    for (const made of project.getReflectionsByKind(ReflectionKind.Function) as DeclarationReflection[]) {
      const summary = made.signatures?.[0]?.comment?.summary;
      if (made.comment && summary) made.comment.summary = summary;
    }
  });
  app.renderer.on(PageEvent.END, (page: PageEvent) => {
    page.contents &&= withAnchors(page.contents.replace(/^(# \w+)(?:\\?<.*)$/m, '$1'));
  });
}

/** Links within a page lead to its headings. TypeDoc also counts what has none, such as the signature of a function. */
function withAnchors(text: string): string {
  const names = [...text.matchAll(/^#+ (\w+)/gm)].map(([, name = '']) => name.toLowerCase());
  return text.replaceAll(/\(#(\w+)-(\d+)\)/g, (link, name: string, count: string) => {
    const last = names.filter((one) => one === name).length - 1;
    return Number(count) <= last || last < 0 ? link : last === 0 ? `(#${name})` : `(#${name}-${last})`;
  });
}
