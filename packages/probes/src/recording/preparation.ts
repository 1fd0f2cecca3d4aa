import { type AddressResult, addressResults, addressStatuses, parseMailbox } from '@mailrig/contract';
import { member } from '../answer.ts';
import { hasPublicWords } from './public-words.ts';
import type { NumberedExchange, Recording } from './recording.ts';
import { routeOf } from './routes.ts';

/** A verification result that the deployment gave an address. */
export interface KnownResult {
  readonly result: AddressResult;
  readonly riskScore?: number;
  readonly details?: {
    readonly isDisposable?: boolean;
    readonly isFreeProvider?: boolean;
    readonly isRoleAccount?: boolean;
  };
}

/**
 * What a sandbox needs to know before a recording is replayed: the facts about the account and the world that
 * the deployment had. They are taken over, not compared.
 */
export interface ReplayAccount {
  /** Time at which the clock must start. ISO 8601. */
  readonly startAt: string;
  /** Domain that the recording sends from. */
  readonly domain: string;
  /** Templates that were used with success, each with the variables that every successful use had. */
  readonly templates: Readonly<Record<string, { readonly subject: string; readonly text: string }>>;
  /** Addresses that were suppressed before the recording began. */
  readonly suppressions: readonly string[];
  /** Verification results, by address in lower case. Addresses with public words are left to the rules (A97). */
  readonly verificationResults: Readonly<Record<string, KnownResult>>;
  /** How emails to an address ended, by address in lower case, if they were not delivered. */
  readonly outcomes: Readonly<Record<string, 'bounced' | 'failed'>>;
}

/** Domain of a recording that sends nothing. */
const anyDomain = 'domain1.example';

/** Finds out what must exist before a recording is replayed. */
export function accountFor(recording: Recording): ReplayAccount {
  const exchanges = inOrderOfRequests(recording);
  const sends = exchanges.filter(
    ({ request: { method, path } }) => routeOf(method, path)?.operation === 'sendEmail',
  );
  const accepted = sends.filter(isAccepted);
  return {
    startAt: [recording.at, ...exchanges.map(({ at }) => at)].toSorted()[0] ?? recording.at,
    domain: domainOf(accepted) ?? domainOf(sends) ?? anyDomain,
    templates: templatesOf(accepted, sends),
    suppressions: suppressionsOf(exchanges),
    verificationResults: resultsOf(exchanges),
    outcomes: outcomesOf(exchanges),
  };
}

/** Exchanges in the order in which their requests were made. */
export function inOrderOfRequests({ exchanges }: Recording): readonly NumberedExchange[] {
  return exchanges.toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || one.line - other.line,
  );
}

/** Whether the deployment did what the request asked for. */
export function isAccepted({ response }: NumberedExchange): boolean {
  return response !== undefined && response.status < 300;
}

function domainOf(sends: readonly NumberedExchange[]): string | undefined {
  for (const { request } of sends) {
    const from = member(request.json, 'from');
    const mailbox = typeof from === 'string' ? parseMailbox(from) : undefined;
    if (mailbox) return mailbox.domain.toLowerCase();
  }
  return undefined;
}

function templatesOf(
  accepted: readonly NumberedExchange[],
  sends: readonly NumberedExchange[],
): ReplayAccount['templates'] {
  const variables = new Map<string, readonly string[]>();
  for (const { request } of accepted) {
    const id = member(request.json, 'templateId');
    if (typeof id !== 'string') continue;
    const given = scalarNames(member(request.json, 'variables'));
    variables.set(id, variables.get(id)?.filter((name) => given.includes(name)) ?? given);
  }
  for (const { request, response } of sends) {
    const id = member(request.json, 'templateId');
    const missing = stringsIn(member(member(member(response?.json, 'error'), 'details'), 'missing'));
    // A template that was never used with success may still be known by what it missed.
    if (typeof id === 'string' && missing.length > 0) {
      variables.set(id, [...new Set([...(variables.get(id) ?? []), ...missing])]);
    }
  }
  return Object.fromEntries(
    [...variables].map(([id, names]) => {
      const text = names.map((name) => `{{${name}}}`).join(' ');
      return [id, { subject: 'Template', text: text === '' ? 'Template' : text }];
    }),
  );
}

/** Names of the variables that a template can show. */
function scalarNames(variables: unknown): string[] {
  if (typeof variables !== 'object' || variables === null) return [];
  return Object.entries(variables).flatMap(([name, value]: [string, unknown]) =>
    ['string', 'number', 'boolean'].includes(typeof value) && /^[A-Za-z_]\w*$/.test(name) ? [name] : [],
  );
}

function suppressionsOf(exchanges: readonly NumberedExchange[]): string[] {
  const seen = new Set<string>();
  const suppressed = new Set<string>();
  for (const exchange of exchanges) {
    const { request, response } = exchange;
    const { operation } = routeOf(request.method, request.path) ?? {};
    if (operation === 'suppressContact' && isAccepted(exchange)) return [...suppressed];
    if (operation !== 'sendEmail') continue;
    const recipients = recipientsOf(request.json);
    const error = member(response?.json, 'error');
    if (member(error, 'code') === 'RECIPIENT_SUPPRESSED') {
      const listed = stringsIn(member(member(error, 'details'), 'suppressed')).map(keyOf);
      const named = listed.length > 0 ? listed : recipients.length === 1 ? recipients : [];
      for (const key of named) if (!seen.has(key)) suppressed.add(key);
    } else if (isAccepted(exchange)) {
      for (const key of recipients) seen.add(key);
    }
  }
  return [...suppressed];
}

function outcomesOf(exchanges: readonly NumberedExchange[]): ReplayAccount['outcomes'] {
  const outcomes = new Map<string, 'bounced' | 'failed'>();
  const delivered = new Set<string>();
  for (const { response } of exchanges) {
    for (const record of objectsIn(response?.json)) {
      const status = member(record, 'status');
      const [recipient, ...others] = recipientsOf(record);
      if (recipient === undefined || others.length > 0) continue;
      if (status === 'delivered') delivered.add(recipient);
      if (status === 'bounced' || status === 'failed') outcomes.set(recipient, status);
    }
  }
  return Object.fromEntries([...outcomes].filter(([key]) => !delivered.has(key) && !hasPublicWords(key)));
}

function resultsOf(exchanges: readonly NumberedExchange[]): ReplayAccount['verificationResults'] {
  const results = new Map<string, KnownResult>();
  const learn = (address: string, result: KnownResult) => {
    const key = keyOf(address);
    if (!hasPublicWords(key)) results.set(key, result);
  };
  for (const { response } of exchanges) {
    for (const record of objectsIn(response?.json)) {
      for (const [address, result] of groupedResults(record))
        if (!results.has(keyOf(address))) learn(address, result);
      const email = member(record, 'email');
      const result = resultFrom(record);
      if (typeof email === 'string' && result) learn(email, result);
    }
  }
  return Object.fromEntries(results);
}

/** The result of a verification of one address (A96). */
function resultFrom(record: object): KnownResult | undefined {
  const [result, status] = [member(record, 'result'), member(record, 'status')];
  const known = addressResults.find((one) => one === result) ?? shortResults[String(status)];
  if (known === undefined) return undefined;
  const [riskScore, details] = [member(record, 'riskScore'), member(record, 'details')];
  return {
    result: known,
    ...(Number.isInteger(riskScore) && { riskScore: riskScore as number }),
    ...(typeof details === 'object' && details !== null && { details: flagsOf(details) }),
  };
}

const shortResults: Readonly<Record<string, AddressResult>> = {
  clean: 'valid',
  dirty: 'invalid',
  unknown: 'unknown',
};

function flagsOf(details: object): NonNullable<KnownResult['details']> {
  const names = ['isDisposable', 'isFreeProvider', 'isRoleAccount'];
  return Object.fromEntries(
    Object.entries(details).filter(([name, value]) => names.includes(name) && typeof value === 'boolean'),
  );
}

/** The results of a batch that groups its addresses. Which of the dirty ones are only risky, its analytics count. */
function groupedResults(record: object): (readonly [string, KnownResult])[] {
  const results = member(record, 'results');
  if (typeof results !== 'object' || results === null || Array.isArray(results)) return [];
  const risky = Number(member(member(record, 'analytics'), 'risky') ?? 0);
  let left = risky - stringsIn(member(results, 'dirty')).filter((address) => hasPublicWords(address)).length;
  return addressStatuses.flatMap((group) =>
    stringsIn(member(results, group)).map((address): readonly [string, KnownResult] => {
      if (group === 'dirty' && !hasPublicWords(address) && left-- > 0) return [address, { result: 'risky' }];
      return [address, { result: shortResults[group] ?? 'unknown' }];
    }),
  );
}

/** Every recipient of a send or of a listed email, as comparison keys. */
function recipientsOf(value: unknown): string[] {
  return ['to', 'cc', 'bcc'].flatMap((field) => {
    const addresses = member(value, field);
    return (typeof addresses === 'string' ? [addresses] : stringsIn(addresses)).map(keyOf);
  });
}

/** The comparison key of an address. */
export function keyOf(address: string): string {
  return parseMailbox(address)?.key ?? address.toLowerCase();
}

/** The texts of an array; none if it is something else. */
export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** All objects in a JSON value, outer ones first. */
export function* objectsIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const inner of Object.values(value) as unknown[]) yield* objectsIn(inner);
}
