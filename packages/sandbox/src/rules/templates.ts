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

/**
 * Fills in the `{{variable}}` placeholders of a template (A55).
 *
 * @param subject Overrides the template's subject, without placeholders.
 * @throws Refusal `TEMPLATE_RENDER_ERROR` naming every variable without a value.
 */
export function render(
  template: Template,
  variables: Readonly<Record<string, unknown>>,
  subject: string | undefined,
): Rendered {
  const missing = new Set<string>();
  const fill = (text: string, escape: (value: string) => string) => {
    const filled = text.replace(token, (_whole, place: string) => {
      const name = place.trim();
      const value = lookUp(variables, name);
      if (value === undefined) missing.add(name);
      return escape(value ?? '');
    });
    if (text.replace(token, '').includes('{{')) {
      throw renderError('The template has a "{{" that is never closed', []);
    }
    return filled;
  };
  const asIs = (value: string) => value;
  const rendered: Rendered = {
    subject: subject ?? fill(template.subject ?? '', asIs),
    ...(template.html !== undefined && { html: fill(template.html, escapeHtml) }),
    ...(template.text !== undefined && { text: fill(template.text, asIs) }),
  };
  if (missing.size > 0) {
    const names = [...missing];
    throw renderError(`variables must give a text, number or boolean for ${names.join(', ')}`, names);
  }
  if (/[\r\n]/.test(rendered.subject))
    throw renderError('The rendered subject must not contain line breaks', []);
  if ([...rendered.subject].length > limits.subjectLength) {
    throw renderError(`The rendered subject must be at most ${limits.subjectLength} characters`, []);
  }
  return rendered;
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

function renderError(message: string, missing: readonly string[]): Refusal {
  const details: ErrorDetailsByCode['TEMPLATE_RENDER_ERROR'] = { field: 'variables', missing };
  return new Refusal('TEMPLATE_RENDER_ERROR', message, details);
}
