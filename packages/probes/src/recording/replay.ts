import { dataOf, isObject, member, parsedJson } from '../answer.ts';
import {
  type ActualAnswer,
  codeOf,
  Comparison,
  type Finding,
  identitiesOf,
  type Known,
} from './comparison.ts';
import { Bindings } from './bindings.ts';
import { inOrderOfRequests, isAccepted, keyOf, objectsIn, stringsIn } from './preparation.ts';
import type { NumberedExchange, RecordedRequest, Recording } from './recording.ts';
import type { Difference, ReplayReport } from './replay-report.ts';
import { decoded, routeOf } from './routes.ts';
import { type Followed, timelineOf, timingFindings } from './state-changes.ts';
import { uploadOrigin } from './placeholders.ts';

/** The sandbox to test with a recording: a fresh account, prepared with `accountFor`, on a clock that stands still. */
export interface ReplayTarget {
  /** Address of the API. */
  readonly baseUrl: string;
  /** Sends a request to it. */
  readonly fetch: typeof fetch;
  /** One key of each environment. */
  readonly keys: { readonly live: string; readonly test: string };
  readonly clock: {
    /** Moves the clock forward to a time, ISO 8601, through everything that is due. */
    readonly advanceTo: (time: string) => unknown;
  };
}

/** How long after the last request a state may still change. */
const patience = 3_600_000;

const spamTest = 'GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL';

/**
 * Makes the requests of a recording to a sandbox, at their times on the sandbox's clock, and compares the
 * answers: status, error code, shape, words, counters, flags and addresses, and when states changed. Ids, times and texts
 * are not compared.
 */
export function replay(recording: Recording, target: ReplayTarget): Promise<ReplayReport> {
  return new Replay(recording, target).run();
}

class Replay {
  readonly #recording: Recording;
  readonly #target: ReplayTarget;
  readonly #bindings = new Bindings();
  readonly #findings: {
    readonly exchange: NumberedExchange;
    readonly operation: string;
    readonly finding: Finding;
  }[] = [];
  readonly #skipped = new Map<string, number[]>();
  readonly #notes = new Set<string>();
  readonly #followed = new Map<string, Followed>();
  readonly #verified = new Set<string>();
  readonly #existing: ReadonlySet<string>;
  readonly #isTest: boolean;
  readonly #surplus = new Map<string, number>();
  #compared = 0;

  constructor(recording: Recording, target: ReplayTarget) {
    this.#recording = recording;
    this.#target = target;
    this.#existing = idsThatExist(recording);
    this.#isTest = recording.exchanges.some(({ response }) =>
      [...objectsIn(response?.json)].some((record) => member(record, 'sandbox') === true),
    );
  }

  async run(): Promise<ReplayReport> {
    for (const exchange of inOrderOfRequests(this.#recording)) {
      const reason = this.#obstacle(exchange);
      if (reason === undefined) await this.#repeat(exchange);
      else this.#skipped.set(reason, [...(this.#skipped.get(reason) ?? []), exchange.line]);
    }
    const differences = [...merged(this.#findings), ...(await this.#timing())];
    return {
      exchanges: this.#recording.exchanges.length,
      compared: this.#compared,
      differences: differences.toSorted((one, other) => (one.lines[0] ?? 0) - (other.lines[0] ?? 0)),
      skipped: [...this.#skipped].map(([reason, lines]) => ({ reason, lines })),
      notes: [...this.#notes],
    };
  }

  /** Why an exchange cannot be compared; it is not repeated then. */
  #obstacle(exchange: NumberedExchange): string | undefined {
    const { request, response } = exchange;
    if (!response) return 'the deployment could not be reached';
    const { status } = response;
    if (status === 429) return 'the deployment answered with 429, which depends on the traffic';
    if (status === 401 || status === 403)
      return `the deployment answered with ${status}, which depends on its keys and its account`;
    if (status >= 500) return `the deployment answered with ${status}, a failure`;
    const code = codeOf(response);
    if (code !== undefined && ofAccount.has(code)) return `${code} depends on the account`;
    if (code === 'SPAM_SCORE_TOO_HIGH' && !JSON.stringify(request.json).includes(spamTest)) {
      return `${code} depends on the content, which is not in the recording`;
    }
    return this.#unknownId(exchange) ?? this.#unknownResult(exchange);
  }

  #unknownId(exchange: NumberedExchange): string | undefined {
    const { method, path, json } = exchange.request;
    if (path.startsWith(uploadOrigin)) {
      return this.#bindings.get(path) === undefined
        ? 'the upload was not created in the recording'
        : undefined;
    }
    const route = routeOf(method, path);
    if (!route) return isAccepted(exchange) ? 'the contract has no such operation' : undefined;
    const attachments = isAccepted(exchange) ? stringsIn(member(json, 'attachmentIds')) : [];
    const unknown = [...route.params, ...attachments].find((id) => this.#bindings.get(id) === undefined);
    if (unknown === undefined) return undefined;
    // An id that never existed is as unknown to the sandbox as it was to the deployment.
    if (!isAccepted(exchange) && !this.#existing.has(unknown)) return undefined;
    return `${unknown} was not created in the recording, or the sandbox refused to create it`;
  }

  /** A result that the deployment knew before the recording costs less, and is there sooner. */
  #unknownResult(exchange: NumberedExchange): string | undefined {
    const { request, response } = exchange;
    if (!isAccepted(exchange)) return undefined;
    const { operation } = routeOf(request.method, request.path) ?? {};
    const data = [...objectsIn(response?.json)];
    const email = member(request.json, 'email');
    const reason = 'the address had been verified before the recording';
    if (operation === 'verifyEmail' && typeof email === 'string') {
      const isCached = data.some((record) => member(record, 'cached') === true);
      if (isCached && !this.#verified.has(keyOf(email))) return reason;
      this.#verified.add(keyOf(email));
    }
    if (operation === 'createVerificationBatch') {
      const keys = new Set(stringsIn(member(request.json, 'emails')).map(keyOf));
      const fresh = [...keys].filter((key) => !this.#verified.has(key)).length;
      const paid = data
        .map((record) => member(record, 'creditsDeducted'))
        .find((count) => typeof count === 'number');
      const isTest = this.#keyFor(request) === this.#target.keys.test;
      if (paid !== undefined && paid < fresh && !isTest) return reason;
      for (const key of keys) this.#verified.add(key);
    }
    return undefined;
  }

  async #repeat(exchange: NumberedExchange): Promise<void> {
    const { request, response } = exchange;
    if (!response) return;
    const operation = request.path.startsWith(uploadOrigin)
      ? 'putUpload'
      : (routeOf(request.method, request.path)?.operation ?? 'no operation');
    this.#target.clock.advanceTo(exchange.at);
    const answer = await this.#send(request);
    this.#compared += 1;
    const comparison = new Comparison(this.#knownFor(exchange, operation), exchange, operation);
    for (const finding of comparison.compare(response, answer))
      this.#findings.push({ exchange, operation, finding });
    if (isAccepted(exchange) && answer.status < 300) this.#follow(exchange, operation, answer);
  }

  /** Follows the changes of what was accepted now. */
  #follow({ at, ms, request, response }: NumberedExchange, operation: string, answer: ActualAnswer): void {
    if (operation !== 'sendEmail' && operation !== 'createVerificationBatch') return;
    const [data, actual] = [dataOf({ json: response?.json }), dataOf(answer)];
    if (!isObject(data) || !isObject(actual)) return;
    const [actualId] = identitiesOf(actual);
    if (actualId === undefined) return;
    const from = Date.parse(at);
    const followed: Followed = {
      what: operation === 'sendEmail' ? 'email' : 'verification',
      actualId,
      accepted: { from, to: from + ms },
      headers: this.#headersFor(request),
      initial: operation === 'sendEmail' ? 'queued' : 'pending',
      observations: [],
    };
    for (const id of identitiesOf(data)) if (!this.#followed.has(id)) this.#followed.set(id, followed);
  }

  #knownFor(exchange: NumberedExchange, operation: string): Known {
    return {
      bindings: this.#bindings,
      startedAt: Date.parse(this.#recording.at),
      surplus: this.#surplus,
      note: (text) => this.#notes.add(text),
      observe: (recorded, actual, path) => this.#observe(exchange, operation, recorded, actual, path),
    };
  }

  #observe(
    { line, at, ms, request }: NumberedExchange,
    operation: string,
    recorded: object,
    actual: object | undefined,
    path: string,
  ): boolean {
    if (!['listEmails', 'getEmail', 'getVerification', 'listVerifications'].includes(operation)) return false;
    const status = member(recorded, 'status');
    const followed = identitiesOf(recorded)
      .map((id) => this.#followed.get(id))
      .find((one) => one !== undefined);
    if (!followed || typeof status !== 'string') return false;
    const actualStatus = member(actual, 'status');
    const from = Date.parse(at);
    followed.observations.push({
      line,
      operation,
      request: `${request.method} ${request.path}`,
      path: path === '' ? 'status' : `${path}.status`,
      least: from - followed.accepted.to,
      most: from + ms - followed.accepted.from,
      recorded: status,
      actual: typeof actualStatus === 'string' ? actualStatus : undefined,
    });
    return true;
  }

  /** The differences in when states changed. The sandbox gets an hour more to reach the states of the deployment. */
  async #timing(): Promise<Difference[]> {
    const differing = [...new Set(this.#followed.values())].filter(({ observations }) =>
      observations.some(({ recorded, actual }) => recorded !== actual),
    );
    if (differing.length === 0) return [];
    const last = this.#recording.exchanges.reduce((time, { at }) => Math.max(time, Date.parse(at)), 0);
    this.#target.clock.advanceTo(new Date(last + patience).toISOString());
    const differences: Difference[] = [];
    for (const followed of differing) {
      const timeline = timelineOf(followed, await this.#recordOf(followed));
      for (const { observation, ...finding } of timingFindings(followed, timeline)) {
        const { line, operation, request, path } = observation;
        differences.push({ lines: [line], operation, request, kind: 'timing', path, ...finding });
      }
    }
    return differences;
  }

  async #recordOf({ what, actualId, headers }: Followed): Promise<object | undefined> {
    const isWanted = (record: object) => identitiesOf(record).includes(actualId);
    for (let page = 1; ; page += 1) {
      const path =
        what === 'email'
          ? `/api/v1/emails?limit=100&page=${page}`
          : `/api/v1/email-verification/${encodeURIComponent(actualId)}`;
      const { json } = await this.#answer(`${this.#target.baseUrl}${path}`, { headers });
      const records = [...objectsIn(json)];
      const record = records.find(isWanted);
      if (record || what !== 'email' || !records.some((one) => member(one, 'messageId') !== undefined))
        return record;
    }
  }

  #send(request: RecordedRequest): Promise<ActualAnswer> {
    const { method, path, query, json, bytes } = request;
    const isUpload = path.startsWith(uploadOrigin);
    const url = isUpload
      ? (this.#bindings.get(path) ?? path)
      : `${this.#target.baseUrl}${this.#rebound(path)}${query === undefined ? '' : `?${query}`}`;
    const text = json === undefined ? undefined : JSON.stringify(this.#bindings.rebound(json));
    // A body that was not JSON is replaced by another one of the same length that is not JSON either.
    const body = text === undefined ? new Uint8Array(bytes ?? 0).fill(120) : new TextEncoder().encode(text);
    const hasBody =
      method !== 'GET' && method !== 'HEAD' && (isUpload || text !== undefined || bytes !== undefined);
    return this.#answer(url, {
      method,
      headers: this.#headersFor(request, isUpload),
      ...(hasBody && { body }),
    });
  }

  async #answer(url: string, init: RequestInit): Promise<ActualAnswer> {
    const response = await this.#target.fetch(url, init);
    const text = await response.text();
    const { status } = response;
    if (text === '') return { status };
    const json = parsedJson(text);
    return json === undefined
      ? { status, code: /<Code>([A-Za-z]{3,60})<\/Code>/.exec(text)?.[1] }
      : { status, json };
  }

  #rebound(path: string): string {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(this.#bindings.get(decoded(segment)) ?? decoded(segment)))
      .join('/');
  }

  #headersFor(request: RecordedRequest, isUpload = false): Record<string, string> {
    const { authorization, 'x-api-key': apiKey, ...headers } = request.headers;
    const key = this.#keyFor(request);
    if (isUpload) return headers;
    return {
      ...headers,
      ...(authorization !== undefined && { authorization: authorization.replace(/\S+$/, () => key) }),
      ...(apiKey !== undefined && { 'x-api-key': key }),
    };
  }

  /** The key of the same environment. If the recording does not tell it, its answers do. */
  #keyFor({ headers }: RecordedRequest): string {
    const { live, test } = this.#target.keys;
    const credential = headers['x-api-key'] ?? headers['authorization'] ?? '';
    if (credential.includes('sk_test_')) return test;
    return credential.includes('sk_live_') || !this.#isTest ? live : test;
  }
}

/** Error codes that depend on what the account has or may do. */
const ofAccount: ReadonlySet<string> = new Set([
  'DNS_VERIFICATION_FAILED',
  'DOMAIN_VALIDATION_FAILED',
  'INSUFFICIENT_CREDITS',
]);

/** Ids that the deployment knew at some time: those in its answers, and those of accepted requests. */
function idsThatExist({ exchanges }: Recording): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const exchange of exchanges) {
    const { request, response } = exchange;
    for (const record of objectsIn(response?.json)) for (const id of identitiesOf(record)) ids.add(id);
    if (!isAccepted(exchange)) continue;
    for (const id of routeOf(request.method, request.path)?.params ?? []) ids.add(id);
  }
  return ids;
}

/** One difference for all lines that show the same. */
function merged(
  findings: readonly {
    readonly exchange: NumberedExchange;
    readonly operation: string;
    readonly finding: Finding;
  }[],
): Difference[] {
  const differences = new Map<string, Difference>();
  for (const { exchange, operation, finding } of findings) {
    const { line, request } = exchange;
    const { kind, path, deployment, sandbox } = finding;
    const same = JSON.stringify([operation, kind, path, deployment, sandbox]);
    const known = differences.get(same);
    if (known?.lines.includes(line)) continue;
    const first = { operation, request: `${request.method} ${request.path}`, ...finding };
    differences.set(same, { ...(known ?? first), lines: [...(known?.lines ?? []), line] });
  }
  return [...differences.values()];
}
