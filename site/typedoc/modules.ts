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
    page.contents &&= page.contents.replace(/^(# \w+)(?:\\?<.*)$/m, '$1');
  });
}
