import { Application, type ProjectReflection, ReflectionKind } from 'typedoc';

/** TypeDoc plugin: names a module the way a program imports it. TypeDoc leaves the main one unnamed. */
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
