import { Application, type ProjectReflection, ReflectionKind } from 'typedoc';

/** Plugin for TypeDoc: a module is called what a program imports, its first one not nothing at all. */
export function load(app: Application): void {
  app.on(Application.EVENT_PROJECT_REVIVE, (project: ProjectReflection) => {
    for (const { name, children = [] } of project.children ?? []) {
      for (const module of children) {
        if (!module.kindOf(ReflectionKind.Module)) continue;
        module.name = module.name === '' ? name : `${name}/${module.name}`;
      }
    }
  });
}
