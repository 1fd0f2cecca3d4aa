import type { CheckedMessage, Findings } from './findings.ts';
import { type HtmlSource, readTexts } from './html-source.ts';

/** Gmail clips HTML that is longer, in bytes of UTF-8. */
export const clippedBytes = 102 * 1024;

/** Checks the fields, the subject, the parts and the size of a message. */
export function checkContent(
  { subject, html, text, ignoredFields }: CheckedMessage,
  findings: Findings,
): void {
  for (const field of ignoredFields)
    findings.add({ check: 'field-ignored', part: 'message', what: `The service ignored ${field}.` });
  const { length } = [...subject.trim()];
  if (length === 0) findings.add({ check: 'subject-empty', part: 'subject', what: 'The subject is empty.' });
  if (length > 60)
    findings.add({ check: 'subject-long', part: 'subject', what: `The subject has ${length} characters.` });
  if (html === undefined) return;
  if ((text ?? '').trim() === '')
    findings.add({ check: 'text-missing', part: 'message', what: 'The message has no plain text.' });
  const bytes = bytesOf(html);
  const size = `The HTML has ${bytes.toLocaleString('en')} bytes.`;
  if (bytes > clippedBytes) findings.add({ check: 'size-clipped', what: size });
  else if (bytes > clippedBytes * 0.9) findings.add({ check: 'size-near-clipping', what: size });
}

/** Length in bytes of UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Words that offer to unsubscribe, in a few languages. */
const leaving =
  /unsubscrib|\bopt[ -]?out\b|abbestellen|abmelden|désabonn|désinscri|darse de baja|cancelar (a |la )?(suscripci|inscri|subscri)|disiscri|uitschrijven|отписаться|إلغاء الاشتراك|配信(を)?停止|購読(を)?解除|退订|取消订阅|取消訂閱|수신 ?거부/i;

/** Checks the headers for unsubscribing, which mail needs if a header or its content shows that it is bulk mail. */
export function checkUnsubscribing(
  { text, headers }: CheckedMessage,
  source: HtmlSource | undefined,
  findings: Findings,
): void {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const header = named.get('list-unsubscribe');
  const post = named.get('list-unsubscribe-post');
  if (header === undefined) {
    const isBulk =
      post !== undefined || named.has('list-id') || /bulk|list/i.test(named.get('precedence') ?? '');
    if (isBulk || offersLeaving(source) || leaving.test(text ?? '')) {
      findings.add({
        check: 'unsubscribe-missing',
        part: 'headers',
        what: 'The message looks like bulk mail, without a header List-Unsubscribe.',
        // The words alone may also lead to a settings page.
        ...(!isBulk && { severity: 'advice' as const }),
      });
    }
    return;
  }
  if (!/^\s*<(https?:|mailto:)[^<>\s]+>(\s*,\s*<(https?:|mailto:)[^<>\s]+>)*\s*$/i.test(header)) {
    findings.add({
      check: 'unsubscribe-invalid',
      part: 'headers',
      what: `List-Unsubscribe is ${JSON.stringify(header.slice(0, 120))}.`,
    });
  } else if (!/<https:/i.test(header) || post?.trim().toLowerCase() !== 'list-unsubscribe=one-click') {
    findings.add({
      check: 'unsubscribe-one-click',
      part: 'headers',
      what: 'Clients cannot unsubscribe the recipient with one click.',
    });
  }
}

function offersLeaving(source: HtmlSource | undefined): boolean {
  if (!source) return false;
  return (
    readTexts(source).some((text) => leaving.test(text.source)) ||
    source.elements.some(({ attributes }) => leaving.test(attributes.get('href')?.value ?? ''))
  );
}

/** Checks for scripts, which every client removes. JSON-LD and other data for clients is not a script. */
export function checkScripts({ elements }: HtmlSource, findings: Findings): void {
  for (const { name, attributes, offset } of elements) {
    if (name !== 'script' || /json/i.test(attributes.get('type')?.value ?? '')) continue;
    findings.add({ check: 'script-removed', what: 'A script does not run.', offsets: [offset] });
  }
}
