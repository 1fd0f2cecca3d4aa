import {
  listTemplates,
  removeTemplate,
  setTemplate,
  type TemplateParts,
  type TemplateView,
} from '../control/templates.ts';
import { invoke } from '../control/verb.ts';
import { ScopedControls } from './scoped.ts';

/** The stored templates of an account. */
export class TemplateControls extends ScopedControls {
  /** Oldest first. */
  list(): readonly TemplateView[] {
    return invoke(listTemplates, this.scope, {}).templates;
  }

  /** Creates or replaces a template. */
  set(id: string, parts: TemplateParts): TemplateView {
    return invoke(setTemplate, this.scope, { ...parts, id });
  }

  /** Takes a template out; there being none is a `ControlError`. */
  remove(id: string): void {
    invoke(removeTemplate, this.scope, { id });
  }
}
