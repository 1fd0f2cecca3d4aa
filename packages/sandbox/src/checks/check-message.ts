import { checkAccessibility } from './accessibility.ts';
import { checks, type Severity } from './checks.ts';
import { clientsMatching, isFeature } from './client-support.ts';
import { checkCompatibility } from './compatibility.ts';
import { bytesOf, checkContent, checkScripts, checkUnsubscribing, clippedBytes } from './content.ts';
import { type CheckedMessage, type Finding, Findings } from './findings.ts';
import { readHtml } from './html-source.ts';
import { checkLinks } from './links.ts';
import { type CheckOptions, severities, UnknownName, usualClients } from './options.ts';
import { supportData } from './support-data.ts';
import { checkHtmlVariables, checkTextVariables } from './variables.ts';

/** What the checks found in a message. */
export interface EmailChecks {
  /** False if a finding is at least as severe as `failOn`. */
  readonly passed: boolean;
  /** Errors first, then in the order of the source. At most 100 of each check. */
  readonly findings: readonly Finding[];
  /** How many findings of each severity there are. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** The mail clients that were checked, such as `gmail.ios`. */
  readonly clients: readonly string[];
  /** When the data about these clients was last changed: ISO 8601, a date. */
  readonly supportDate: string;
  /** Bytes of the HTML in UTF-8; 0 without HTML. */
  readonly htmlBytes: number;
  /** The most bytes of HTML that Gmail shows without clipping. */
  readonly clippedBytes: number;
}

/**
 * Checks a message at once, without any network.
 *
 * @throws UnknownName for a client, check or feature that does not exist.
 */
export function checkMessage(message: CheckedMessage, options?: CheckOptions): EmailChecks {
  // The checks import nothing from the rest of the sandbox, so they cannot use `atOnce`.
  const steps = checkInSteps(message, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Checks a message, and yields after every small part: the longest that can be sent takes seconds. */
export function* checkInSteps(
  message: CheckedMessage,
  options: CheckOptions = {},
): Generator<void, EmailChecks> {
  const { clients = usualClients, ignore = [], failOn = 'warning' } = options;
  checkIgnored(ignore);
  const chosen = clientsMatching(clients);
  const findings = new Findings(message, ignore);
  const { subject, html, text, contentIds } = message;
  checkContent(message, findings);
  checkTextVariables(subject, 'subject', findings);
  if (text !== undefined) checkTextVariables(text, 'text', findings);
  const source = html === undefined ? undefined : yield* readHtml(html);
  checkUnsubscribing(message, source, findings);
  yield;
  if (html !== undefined && source) {
    yield* checkHtmlVariables(source, findings);
    yield* checkLinks(source, findings, contentIds);
    checkAccessibility(source, findings);
    checkScripts(source, findings);
    yield* checkCompatibility(source, findings, chosen);
  }
  const found = findings.sorted();
  const count = (severity: Severity) => found.filter((finding) => finding.severity === severity).length;
  const counts = { error: count('error'), warning: count('warning'), advice: count('advice') };
  return {
    passed: severities.slice(0, severities.indexOf(failOn) + 1).every((severity) => counts[severity] === 0),
    findings: found,
    counts,
    clients: chosen,
    supportDate: supportData.date,
    htmlBytes: bytesOf(html ?? ''),
    clippedBytes,
  };
}

function checkIgnored(ignore: readonly string[]): void {
  const unknown = ignore.find((name) => !Object.hasOwn(checks, name) && !isFeature(name));
  if (unknown === undefined) return;
  const known = Object.keys(checks).join(', ');
  throw new UnknownName(
    'ignore',
    `has no check or feature ${JSON.stringify(unknown)}: the checks are ${known}, and features have the names of caniemail.com, such as css-border-radius`,
  );
}
