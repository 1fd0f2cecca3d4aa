import { type ErrorDetailsByCode, limits } from '@mailrig/contract';
import { firstOf } from '@mailrig/contract/checking';
import type { Template } from '../state/records.ts';
import { escaped } from '../wire/escape.ts';
import { echo, Refusal } from '../wire/refusal.ts';

/** The parts of an email that a template fills. */
export interface Rendered {
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
}

const token = /\{\{([^{}]*)\}\}/g;
/** In other engines, three braces are a value that is not escaped (A133). */
const manyBraces = /\{{3,}([^{}]{0,100})\}{0,9}/;
/** Variables without a value that an error lists. */
const mostMissing = 100;
/** Variables without a value that a message names. */
const mostNamed = 20;

/** A template with its placeholders filled in as far as possible. */
export interface Filled {
  readonly rendered: Rendered;
  /** Every variable that the template names, each once: those of the subject, then of the HTML, then of the text. */
  readonly names: readonly string[];
  /** The variables without a value. Their placeholders stay as they are. */
  readonly missing: readonly string[];
  /** Why a send with this template would be refused. Absent if it would be accepted. */
  readonly problem?: string;
}

/** Fills in the `{{variable}}` placeholders of a template (A55), but not those of a `subject` that replaces its own. */
export function fillIn(
  template: Partial<Rendered>,
  variables: Readonly<Record<string, unknown>>,
  subject: string | undefined,
): Filled {
  const names = new Set<string>();
  const missing = new Set<string>();
  let mistake: string | undefined;
  const fill = (text: string, escape: (value: string) => string) => {
    mistake ??= mistakeIn(text);
    return text.replace(token, (whole, placeholder: string) => {
      const name = placeholder.trim();
      names.add(name);
      const value = lookUp(variables, name);
      if (value === undefined) missing.add(name);
      return value === undefined ? whole : escape(value);
    });
  };
  const asIs = (value: string) => value;
  const rendered: Rendered = {
    subject: subject ?? fill(template.subject ?? '', asIs),
    ...(template.html !== undefined && { html: fill(template.html, escaped) }),
    ...(template.text !== undefined && { text: fill(template.text, asIs) }),
  };
  const problem = mistake ?? problemOf(rendered, missing, variables);
  return { rendered, names: [...names], missing: [...missing], ...(problem !== undefined && { problem }) };
}

/** What is wrong with a text of a template, whatever the variables are. */
function mistakeIn(text: string): string | undefined {
  const [many, name = ''] = manyBraces.exec(text) ?? [];
  if (many !== undefined)
    return `The template has "${many}": write {{${many.endsWith('}') ? name.trim() || 'name' : 'name'}}}, with two braces`;
  // Each is replaced by a blank, so that the braces around it do not join.
  return text.replace(token, ' ').includes('{{') ? 'The template has a "{{" that is never closed' : undefined;
}

function problemOf(
  { subject }: Rendered,
  missing: ReadonlySet<string>,
  variables: Readonly<Record<string, unknown>>,
): string | undefined {
  const names = [...missing];
  const block = names.find((name) => !/^[\p{L}\p{N}_$]/u.test(name));
  if (block !== undefined) {
    return `The template has "{{${echo(block)}}}", but only variables such as {{name}} are filled in`;
  }
  const whole = names.find((name) => isObjectLike(valueOf(variables, name)));
  if (whole !== undefined) {
    return `variables.${echo(whole)} must be a text, number or boolean, not an object; a template names a part of an object as {{${echo(whole)}.part}}`;
  }
  if (names.length > 0) {
    const named = firstOf(
      names.map((name) => echo(name)),
      mostNamed,
    );
    return `variables has no value for ${named}: give each a text, number or boolean`;
  }
  if (/[\r\n]/.test(subject)) return 'The rendered subject must not contain line breaks';
  if ([...subject].length > limits.subjectLength) {
    return `The rendered subject must be at most ${limits.subjectLength} characters`;
  }
  return undefined;
}

/**
 * Fills in a template for an email (A55). Throws a `TEMPLATE_RENDER_ERROR` naming the first 100 variables without a
 * value, each shortened (A21).
 */
export function render(
  template: Template,
  variables: Readonly<Record<string, unknown>>,
  subject: string | undefined,
): Rendered {
  const { rendered, missing, problem } = fillIn(template, variables, subject);
  if (problem === undefined) return rendered;
  const details: ErrorDetailsByCode['TEMPLATE_RENDER_ERROR'] = {
    field: 'variables',
    missing: missing.slice(0, mostMissing).map((name) => echo(name)),
  };
  throw new Refusal('TEMPLATE_RENDER_ERROR', problem, details);
}

function lookUp(variables: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = valueOf(variables, name);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

function valueOf(variables: Readonly<Record<string, unknown>>, name: string): unknown {
  let value: unknown = variables;
  for (const part of name.split('.')) {
    if (!isObjectLike(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

function isObjectLike(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
