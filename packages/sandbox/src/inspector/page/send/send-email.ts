import type { Environment } from '@mailrig/contract';
import { call, type Caller, refusalIn } from '../control-plane.ts';
import type { Account } from '../control-types.ts';
import { type Values, variablesOf } from '../templates/variables.ts';

/** An email as the form has it. */
export interface Draft {
  readonly from: string;
  /** One address or several, with commas between them. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Id of a template, instead of `html` and `text`; empty for none. */
  readonly template: string;
  readonly values: Values;
}

/** How a send ended. */
export interface Outcome {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The message, if the sandbox accepted it. */
  readonly sentId: string | undefined;
  /** The API's message about the whole email. */
  readonly problem: string | undefined;
  /** The messages about single fields, by their names in the body. */
  readonly errors: Readonly<Record<string, string>>;
}

/**
 * Sends an email through the API, as a program with this key would. It is in the request log like any other.
 *
 * @throws TypeError if no response came.
 */
export async function sendEmail(caller: Caller, key: string, draft: Draft): Promise<Outcome> {
  const response = await fetch('/api/v1/emails', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(draft)),
  });
  const { status } = response;
  const id = response.headers.get('x-request-id') ?? 'none';
  const text = await response.text();
  // A request log that is full or was cleared meanwhile has no entry.
  const entry = await call({ ...caller, account: undefined }, 'getRequest', { id }).catch(() => undefined);
  const { message = `Status ${status}`, fields } = refusalIn(response.ok ? undefined : text);
  return {
    status,
    requestId: entry?.requestId,
    sentId: entry?.sentId,
    problem: response.ok ? undefined : message,
    errors: {
      ...(entry?.field && { [nameOf(entry.field)]: response.ok ? '' : message }),
      ...Object.fromEntries([...fields].map(([path, reason]) => [nameOf(path), `${path} ${reason}`])),
    },
  };
}

/** The body of the request; what is blank is left out, so that the API reports what is required. */
function bodyOf({ from, to, subject, html, text, template, values }: Draft): object {
  // A comma in quotes belongs to a name.
  const recipients = [...to.matchAll(/(?:[^",\n]|"[^"]*"?)+/g)]
    .map(([address]) => address.trim())
    .filter((address) => address !== '');
  const content = template === '' ? { html, text } : { templateId: template, variables: variablesOf(values) };
  const fields = { from, to: recipients.length > 1 ? recipients : recipients[0], subject, ...content };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** The field of the body that a path such as `to[1]` belongs to. */
const nameOf = (path: string): string => /^\w*/.exec(path)?.[0] ?? '';

/** The first key of an environment that works; `undefined` if the account has none. */
export function activeKey(account: Account | undefined, environment: Environment): string | undefined {
  return account?.keys.find((key) => key.environment === environment && key.status === 'active')?.key;
}
