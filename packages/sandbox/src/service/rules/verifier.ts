import type { AddressDetails, AddressResult } from '@mailrig/contract';
import type { AddressFinding } from '../state/records.ts';

/** An address to verify: the parts that the rules below use to find its result (A97). */
interface Subject {
  /** Local part up to its first `+`. */
  readonly local: string;
  readonly domain: string;
  readonly labels: readonly string[];
  readonly details: AddressDetails;
}

/** A rule, with its finding about the addresses to which it applies. */
type Rule<Finding> = readonly [finding: Finding, reason: string, applies: (subject: Subject) => boolean];

/** Rules that are decisive alone: the first that applies wins. */
const verdicts: readonly Rule<AddressResult>[] = [
  [
    'invalid',
    'The domain accepts no mail',
    ({ domain, labels }) =>
      labels.at(-1) === 'invalid' ||
      labelsWithoutMail.some((label) => labels.includes(label)) ||
      misspeltDomains.has(domain),
  ],
  ['invalid', 'The mailbox does not exist', ({ local }) => missingMailboxes.has(local)],
  [
    'unknown',
    'The mail server does not say whether the mailbox exists',
    ({ local, labels }) => silentMailboxes.has(local) || labels.includes('unknown'),
  ],
];

/** Rules that add up, with their risk scores: the first that applies gives the reason, and each further one adds to the risk. */
const risks: readonly Rule<number>[] = [
  [80, 'The domain offers disposable addresses', ({ details }) => details.isDisposable],
  [60, 'The address stands for a function, not for a person', ({ details }) => details.isRoleAccount],
  [65, 'The domain accepts mail for any mailbox', ({ labels: [first = ''] }) => catchAllLabels.has(first)],
  [75, 'Users of the domain often complain', ({ labels: [first = ''] }) => complaintLabels.has(first)],
];

const furtherRisk = 5;
const greatestRisk = 95;

/** Applies the rules to the comparison key of an address, without any network (A97). */
export function applyRules(key: string, disposable: ReadonlySet<string>): AddressFinding {
  const subject = subjectOf(key, disposable);
  const { details } = subject;
  const [result, verdict] = verdicts.find(([, , applies]) => applies(subject)) ?? [];
  if (result && verdict) return { result, reason: verdict, riskScore: usualRisk(result, details), details };
  const factors = risks.filter(([, , applies]) => applies(subject));
  const [first] = factors;
  if (!first) {
    return { result: 'valid', reason: 'The mailbox takes mail', riskScore: lowRisk(details), details };
  }
  const greatest = Math.max(...factors.map(([riskScore]) => riskScore));
  const riskScore = Math.min(greatestRisk, greatest + furtherRisk * (factors.length - 1));
  return { result: 'risky', reason: first[1], riskScore, details };
}

/** A result that was set by hand; the rules fill in the rest. */
export interface Decided {
  readonly result: AddressResult;
  readonly reason?: string;
  readonly riskScore?: number;
  readonly details?: Partial<AddressDetails>;
}

/** Completes a result that was set by hand. */
export function completed(key: string, disposable: ReadonlySet<string>, decided: Decided): AddressFinding {
  const details = { ...subjectOf(key, disposable).details, ...decided.details };
  const { result, reason = 'The result was set by hand', riskScore = usualRisk(result, details) } = decided;
  return { result, reason, riskScore, details };
}

function subjectOf(key: string, disposable: ReadonlySet<string>): Subject {
  const at = key.lastIndexOf('@');
  const [local = ''] = key.slice(0, at).split('+', 1);
  const domain = key.slice(at + 1);
  const labels = domain.split('.');
  const isListed = (name: string) => disposableDomains.has(name) || disposable.has(name);
  const details = {
    isDisposable: labels.some((_, index) => isListed(labels.slice(index).join('.'))),
    isFreeProvider: freeProviders.has(domain),
    isRoleAccount: roles.has(local),
  };
  return { local, domain, labels, details };
}

function usualRisk(result: AddressResult, details: AddressDetails): number {
  const usual = { valid: lowRisk(details), risky: 80, unknown: 50, invalid: 100 };
  return usual[result];
}

const lowRisk = ({ isFreeProvider }: AddressDetails): number => (isFreeProvider ? 10 : 5);

const wordsIn = (text: string) => new Set(text.trim().split(/\s+/));

/** Misspelled domains of large providers, which accept no mail (A97). */
const misspeltDomains: ReadonlySet<string> = wordsIn('gmial.com gmai.com hotmial.com yaho.com');

/** Labels that mark a domain, wherever they appear in it, as one that accepts no mail. */
const labelsWithoutMail: readonly string[] = ['nxdomain', 'no-mx'];

/** Local parts of mailboxes that do not exist. */
const missingMailboxes: ReadonlySet<string> = wordsIn('invalid bounce bounced nonexistent no-such-user');

/** Local parts of mailboxes whose server gives no information. */
const silentMailboxes: ReadonlySet<string> = new Set(['unknown', 'timeout', 'greylisted']);

/** Local parts of role accounts, which belong to a function instead of a person. */
const roles: ReadonlySet<string> = wordsIn(`
  admin administrator support info sales contact help billing postmaster webmaster hostmaster abuse noreply
  no-reply marketing office team security
`);

/** First labels of domains that accept mail for any mailbox. */
const catchAllLabels: ReadonlySet<string> = new Set(['catchall', 'catch-all']);

/** First labels of domains whose users often complain. */
const complaintLabels: ReadonlySet<string> = new Set(['spammy', 'complaints']);

/** Domains of disposable addresses, and their subdomains: those of A97 and some of the best known. */
const disposableDomains: ReadonlySet<string> = wordsIn(`
  mailinator.com tempmail.com guerrillamail.com 10minutemail.com yopmail.com trashmail.com discard.email
  dispostable.com emailondeck.com fakeinbox.com getnada.com guerrillamail.net guerrillamail.org
  mailcatch.com maildrop.cc mailnesia.com mintemail.com moakt.com mohmal.com sharklasers.com spamgourmet.com
  temp-mail.org tempinbox.com throwawaymail.com
`);

const freeProviders: ReadonlySet<string> = wordsIn(`
  gmail.com googlemail.com yahoo.com outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com
  aol.com proton.me protonmail.com gmx.com gmx.net gmx.de web.de mail.com mail.ru yandex.com yandex.ru
  zoho.com qq.com 163.com
`);
