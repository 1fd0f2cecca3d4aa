import { type ErrorDetailsByCode, parseMailbox, type SendEmailBody } from '@mailrig/contract';
import { emailBytes } from '../state/content.ts';
import { scoped } from '../state/records.ts';
import { Refusal } from '../wire/refusal.ts';
import type { Context } from './context.ts';
import { countRefusedSend } from './suppressions.ts';
import { render, type Rendered } from './templates.ts';

/** A recipient, with its field for error messages. */
export interface Recipient {
  readonly field: string;
  /** The recipient as given. */
  readonly text: string;
  /** Bare address and comparison key. */
  readonly key: string;
}

/** The recipients that one field of a send names. */
export function recipientsIn(body: SendEmailBody, field: 'to' | 'cc' | 'bcc'): readonly Recipient[] {
  const value = body[field];
  if (value === undefined) return nobody;
  if (typeof value === 'string') return [recipient(field, value)];
  return value.map((text, index) => recipient(`${field}[${index}]`, text));
}

const nobody: readonly Recipient[] = [];

function recipient(field: string, text: string): Recipient {
  return { field, text: text.trim(), key: parseMailbox(text)?.key ?? text };
}

/** Checks the domain: it must be active, its DNS verified, and the sender on it (A61, A63). */
export function checkDomain({ account }: Context, from: string, fromKey: string): void {
  const { domain } = account;
  if (!domain.active)
    throw new Refusal('DOMAIN_VALIDATION_FAILED', `The domain ${domain.name} is not active`);
  if (!domain.dnsVerified) {
    throw new Refusal('DNS_VERIFICATION_FAILED', `The DNS records of ${domain.name} are not verified`);
  }
  if (fromKey.slice(fromKey.lastIndexOf('@') + 1) !== domain.name) {
    throw new Refusal('FROM_DOMAIN_MISMATCH', `from must be an address at ${domain.name}`, {
      field: 'from',
      value: from,
    });
  }
}

/** Subject and content of the body, or of the template with its variables filled in. */
export function contentOf({ store, account }: Context, body: SendEmailBody): Rendered {
  const { templateId, subject, html, text, variables } = body;
  if (templateId === undefined) {
    return {
      subject: subject ?? '',
      ...(html !== undefined && { html }),
      ...(text !== undefined && { text }),
    };
  }
  const template = store.templates.get(scoped(account.id, templateId));
  if (!template) {
    throw new Refusal('TEMPLATE_NOT_FOUND', `There is no template ${templateId.slice(0, 256)}`, {
      field: 'templateId',
      value: templateId.slice(0, 256),
    });
  }
  return render(template, variables ?? {}, subject);
}

/** Checks that subject, content and headers together fit into 10 MB (A58). */
export function checkSize(
  { settings }: Context,
  content: Rendered,
  headers: SendEmailBody['headers'] = none,
): void {
  const most = settings.limits.emailBytes;
  const bytes = emailBytes({ ...content, headers });
  if (bytes > most) {
    throw new Refusal('EMAIL_TOO_LARGE', `The email has ${bytes} bytes; ${most} are allowed`, {
      reason: 'content',
    });
  }
}

const none = {};

/** GTUBE, the standard test text for spam filters (A62). */
const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** Refuses an email with the standard test text for spam filters (A62). */
export function checkSpam({ subject, html = '', text = '' }: Rendered): void {
  if ([subject, html, text].some((part) => part.includes(gtube))) throw new Refusal('SPAM_SCORE_TOO_HIGH');
}

/** No recipient may be suppressed; a single one refuses the whole send (A51). */
export function checkSuppressions({ store, account }: Context, recipients: readonly Recipient[]): void {
  const suppressed = recipients.filter(({ key }) => store.suppressions.get(scoped(account.id, key)));
  const [first] = suppressed;
  if (!first) return;
  for (const key of new Set(suppressed.map((recipient) => recipient.key)))
    countRefusedSend(store, account.id, key);
  const details: ErrorDetailsByCode['RECIPIENT_SUPPRESSED'] = {
    field: first.field,
    value: first.text,
    suppressed: suppressed.map(({ text }) => text),
  };
  throw new Refusal('RECIPIENT_SUPPRESSED', `${first.field} is on the suppression list`, details);
}
