import { type ErrorDetailsByCode, limits } from '@mailrig/contract';
import type { Template } from '../state/records.ts';
import { Refusal } from '../wire/refusal.ts';

/** The parts of an email that a template fills. */
export interface Rendered {
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
}

const token = /\{\{([^{}]*)\}\}/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template with its placeholders filled in as far as possible. */
export interface Filled {
  readonly rendered: Rendered;
  /** Every variable that the template names, each once: those of the subject, then of the HTML, then of the text. */
  readonly names: readonly string[];
  /** The variables without a value. Their placeholders stay as they are. */
  readonly missing: readonly string[];
  /** Why a send with this template would be refused. Absent if it would not be. */
  readonly problem?: string;
}

/**
 * Fills in the `{{variable}}` placeholders of a template (A55).
 *
 * @param subject Replaces the template's subject. Placeholders in it are not filled in.
 */
export function fillIn(
  template: Partial<Rendered>,
  variables: Readonly<Record<string, unknown>>,
  subject: string | undefined,
): Filled {
  const names = new Set<string>();
  const missing = new Set<string>();
  let isOpen = false;
  const fill = (text: string, escape: (value: string) => string) => {
    isOpen ||= text.replace(token, '').includes('{{');
    return text.replace(token, (whole, place: string) => {
      const name = place.trim();
      names.add(name);
      const value = lookUp(variables, name);
      if (value === undefined) missing.add(name);
      return value === undefined ? whole : escape(value);
    });
  };
  const asIs = (value: string) => value;
  const rendered: Rendered = {
    subject: subject ?? fill(template.subject ?? '', asIs),
    ...(template.html !== undefined && { html: fill(template.html, escapeHtml) }),
    ...(template.text !== undefined && { text: fill(template.text, asIs) }),
  };
  const problem = isOpen ? 'The template has a "{{" that is never closed' : problemOf(rendered, missing);
  return { rendered, names: [...names], missing: [...missing], ...(problem !== undefined && { problem }) };
}

function problemOf({ subject }: Rendered, missing: ReadonlySet<string>): string | undefined {
  if (missing.size > 0) {
    return `variables has no value for ${[...missing].join(', ')}: give each a text, number or boolean`;
  }
  if (/[\r\n]/.test(subject)) return 'The rendered subject must not contain line breaks';
  if ([...subject].length > limits.subjectLength) {
    return `The rendered subject must be at most ${limits.subjectLength} characters`;
  }
  return undefined;
}

/**
 * Fills in a template for an email (A55).
 *
 * @param subject Replaces the template's subject. Placeholders in it are not filled in.
 * @throws Refusal `TEMPLATE_RENDER_ERROR` naming every variable without a value.
 */
export function render(
  template: Template,
  variables: Readonly<Record<string, unknown>>,
  subject: string | undefined,
): Rendered {
  const { rendered, missing, problem } = fillIn(template, variables, subject);
  if (problem === undefined) return rendered;
  const details: ErrorDetailsByCode['TEMPLATE_RENDER_ERROR'] = { field: 'variables', missing };
  throw new Refusal('TEMPLATE_RENDER_ERROR', problem, details);
}

function lookUp(variables: Readonly<Record<string, unknown>>, name: string): string | undefined {
  let value: unknown = variables;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
