import type { Rows, Within } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { present } from '../../service/state/copy.ts';
import { fillIn } from '../../service/rules/templates.ts';
import { type Template, scoped } from '../../service/state/records.ts';
import { accountOf, ScopedControls } from '../context.ts';
import { notFound } from '../control-error.ts';
import { byId, invoke, type Verb, type RecordReference } from '../verb.ts';

/** A stored template; sending fills in its `{{variable}}` placeholders. */
export interface TemplateView {
  /** Id, as sends name it in `templateId`. */
  readonly id: string;
  /** Subject, with `{{variables}}`. */
  readonly subject?: string;
  /** HTML, with `{{variables}}`. */
  readonly html?: string;
  /** Plain text, with `{{variables}}`. */
  readonly text?: string;
}

/** The parts of a template; at least one is required. */
export interface TemplateParts {
  /** Subject of the emails, with `{{variable}}` placeholders; a send may give its own. */
  readonly subject?: string | undefined;
  /** HTML, with `{{variable}}` placeholders. */
  readonly html?: string | undefined;
  /** Plain text, with `{{variable}}` placeholders. */
  readonly text?: string | undefined;
}

const parts = {
  subject: z.optional(z.string()),
  html: z.optional(z.string()),
  text: z.optional(z.string()),
} satisfies Rows<TemplateParts>;

export const listTemplates: Verb<void, { readonly templates: readonly TemplateView[] }> = {
  method: 'GET',
  path: '/templates',
  summary: 'All templates of the account',
  run: (context) => {
    const templates = context.service.store.templates.select(['account', accountOf(context).id]);
    return { templates: templates.newest(0, templates.count).reverse().map(templateView) };
  },
};

export const setTemplate: Verb<TemplateParts & RecordReference, TemplateView> = {
  method: 'PUT',
  path: '/templates/{id}',
  summary: 'Create or replace a template',
  input: z.object({ id: z.string().check(z.minLength(1, { error: 'must not be empty' })), ...parts }).check(
    z.refine(({ subject, html, text }) => [subject, html, text].some((part) => part !== undefined), {
      error: 'must have a subject, html or text',
    }),
  ),
  run: (context, { id, subject, html, text }) => {
    const { store } = context.service;
    const accountId = accountOf(context).id;
    const isNew = !store.templates.get(scoped(accountId, id));
    const template = store.templates.put(present({ accountId, id, subject, html, text }));
    store.log(isNew ? 'template.created' : 'template.updated', { id, accountId });
    return templateView(template);
  },
};

/** A template, stored or not, with values for its placeholders. */
export interface TemplateDraft extends TemplateParts {
  /** Values for its `{{variables}}`, as in a send. Default: none. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** The email that a template would produce. */
export interface TemplatePreview extends Omit<TemplateView, 'id' | 'subject'> {
  /** Subject, with the variables filled in. */
  readonly subject: string;
  /** Every variable that it names, once. */
  readonly variables: readonly string[];
  /** The variables without a value; their placeholders stay as they are. */
  readonly missing: readonly string[];
  /** Why a send would be refused; absent if it would be accepted. */
  readonly problem?: string;
}

export const previewTemplate: Verb<TemplateDraft, TemplatePreview> = {
  method: 'POST',
  path: '/template-preview',
  summary: 'What an email with this template would contain, and which variables it lacks; stores nothing',
  input: z.object({ ...parts, variables: z.optional(z.record(z.string(), z.unknown())) }),
  run: (_context, { subject, html, text, variables = {} }) => {
    const draft = present({ subject, html, text });
    const { rendered, names, missing, problem } = fillIn(draft, variables, undefined);
    return present({ ...rendered, variables: names, missing, problem });
  },
};

export const removeTemplate: Verb<RecordReference, void> = {
  method: 'DELETE',
  path: '/templates/{id}',
  summary: 'Remove a template',
  input: byId,
  run: (context, { id }) => {
    const { store } = context.service;
    const accountId = accountOf(context).id;
    if (!store.templates.delete(scoped(accountId, id))) throw notFound(`template ${id}`);
    store.log('template.removed', { id, accountId });
  },
};

function templateView({ accountId: _account, ...template }: Template): TemplateView {
  template satisfies Within<typeof template, TemplateView>;
  return template;
}

/** The stored templates of an account. */
export class TemplateControls extends ScopedControls {
  /** Oldest first. */
  list(): readonly TemplateView[] {
    return invoke(listTemplates, this.context, {}).templates;
  }

  /**
   * Creates or replaces a template.
   *
   * @param id Id of the template.
   */
  set(id: string, parts: TemplateParts): TemplateView {
    return invoke(setTemplate, this.context, parts, { id });
  }

  /** The email that these parts would produce with these values. Stores nothing. */
  preview(draft: TemplateDraft): TemplatePreview {
    return invoke(previewTemplate, this.context, draft);
  }

  /**
   * Removes a template. Throws a `ControlError` if there is none.
   *
   * @param id Id of the template.
   */
  remove(id: string): void {
    invoke(removeTemplate, this.context, { id });
  }
}
