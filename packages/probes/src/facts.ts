import { type CalibrationEvidence, findItems, limits } from '@mailrig/contract';
import {
  type Answer,
  codeOf,
  dataOf,
  instantOf,
  itemsOf,
  member,
  numberAt,
  hasEnvelope,
  paginationOf,
  succeeded,
  textAt,
  timeOf,
} from './answer.ts';
import type { Answers, StepName } from './script.ts';
import { clockOf, shapeOf } from './tame.ts';

/** A statement of the document, or a decision. */
type Source = `R${number}` | `A${number}`;

/** What the document promises, or a decision chose, and the responses that show it. */
export interface Fact {
  /** Short name, for example `rate-reset`. */
  readonly name: string;
  /** The steps that show it. */
  readonly steps: readonly StepName[];
  /** The statements and decisions that it is about, for example `R33`. */
  readonly sources: readonly Source[];
  /** What is documented or decided. */
  readonly expected: string;
  /** What a response shows; `undefined` if it does not. */
  readonly shows: (answer: Answer, answers: Answers) => string | undefined;
  /** The leaves that it is about. Default: the status and the error code. */
  readonly path?: RegExp;
}

type Shows = Fact['shows'];

const outcome: Shows = (answer) => [answer.status, codeOf(answer)].filter(Boolean).join(' ');
const status: Shows = (answer) => String(answer.status);
const ifDone =
  (shows: Shows): Shows =>
  (answer, answers) =>
    succeeded(answer) ? shows(answer, answers) : undefined;
/** The names that a payload has, of those that it should have. */
const having = (...names: readonly string[]): Shows =>
  ifDone((answer) => names.filter((name) => member(dataOf(answer), name) !== undefined).join(', '));

const successes: readonly StepName[] = ['emails', 'lists', 'verifications', 'verificationStats'];
const refusals: readonly StepName[] = [
  'unknownPath',
  'listEmails limit of 101',
  'sendNothing',
  'unknownVerification',
];
const listed: readonly StepName[] = ['verificationsAfter', 'verifications'];
const rateHeaders = ['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`);
const statistics = ['Verified', 'Valid', 'Invalid', 'Unknown', 'Verifications'].map((name) => `total${name}`);
/** Usual sources of a contact. Any other word may be a secret of the deployment. */
const usual = ['api', 'import', 'form', 'manual'];

type Row = readonly [
  name: string,
  steps: StepName | readonly StepName[],
  sources: string,
  expected: string,
  shows: Shows,
  path?: RegExp,
];

const rows: readonly Row[] = [
  [
    'envelope',
    [...successes, ...refusals],
    'R3 R5 A5',
    'yes',
    (one) => (hasEnvelope(one) ? 'yes' : 'no'),
    /^success/,
  ],
  ['no-key', 'withoutKey', 'R17', '401 UNAUTHORIZED', outcome],
  ['unknown-key', 'wrongKey', 'R21', '401 UNAUTHORIZED', outcome],
  ['key-as-header', 'keyAsHeader', 'R19', '200', outcome],
  ['two-keys', 'twoKeys', 'A1', 'x-api-key', whichKey],
  ['unknown-path', 'unknownPath', 'A10', '404', status],
  ['unknown-path-without-key', 'unknownPathWithoutKey', 'A3', '401', status],
  ['wrong-method', 'wrongMethod', 'A10', '405', status],
  [
    'request-id',
    [...successes, ...refusals],
    'R4 R6 A8',
    'meta and header',
    placeOfId,
    /requestId$|x-request-id$/,
  ],
  ['path-of-errors', refusals, 'A7', 'yes', (one) => (pathOf(one) === undefined ? 'no' : 'yes'), /^meta/],
  ['path', ['emails', 'verifications'], 'R8 A9', 'without query', formOfPath, /^meta\.path/],
  ['timestamp', successes, 'R7', 'ISO 8601 with milliseconds', formOfTime, /At(,|$)|timestamp$/],
  ['clock', successes, 'R7', 'right', clockOfAnswer, /^meta\.timestamp/],
  ['broken-json', 'sendBrokenJson', 'A12', '400 VALIDATION_ERROR', outcome],
  ['media-type', 'sendPlainText', 'A13', '415', status],
  ['validation-status', 'sendNothing', 'R46 A20', '400', status],
  [
    'error-details',
    ['sendNothing', 'createListWithoutName', 'verifyNothing'],
    'R208 A21',
    'field and errors',
    details,
    /^error\.details/,
  ],
  [
    'send-from-elsewhere',
    'sendFromElsewhere',
    'R48',
    'FROM_DOMAIN_MISMATCH',
    (one) => codeOf(one) ?? 'no code',
  ],
  [
    'simulated-send',
    'send',
    'R79 A65',
    'sandbox, messageId, message, recipients',
    having('sandbox', 'messageId', 'message', 'recipients'),
    /^data/,
  ],
  ['other-body-with-same-key', 'sendOtherWithSameKey', 'A45', '409 IDEMPOTENCY_CONFLICT', outcome],
  ['simulated-listed', 'emailsAfterSend', 'R80 A66', 'no', isListed, /^data/],
  [
    'published-endpoints',
    'emailStats',
    'R210 A116 A126',
    'no',
    ({ status: code }) => (code === 200 ? 'yes' : 'no'),
  ],
  [
    'neighbours',
    'verifications',
    'R43 A30',
    'yes',
    (one) => (typeof member(paginationOf(one), 'hasNext') === 'boolean' ? 'yes' : 'no'),
    /has(Next|Prev)$/,
  ],
  ['page-beyond-end', 'pageBeyondEnd', 'A32', '200, empty', beyondEnd],
  ['limit-over-100', 'listEmails limit of 101', 'A31', '400 VALIDATION_ERROR', outcome],
  ['limit-as-word', 'limitAsWord', 'A31', '400 VALIDATION_ERROR', outcome],
  ['page-zero', 'listEmails page of 0', 'A31', '400 VALIDATION_ERROR', outcome],
  ['unknown-filter-value', 'listEmails status mailrig-probe', 'A34', '400 VALIDATION_ERROR', outcome],
  ['basic-date', 'basicDate', 'A118', '200', outcome],
  ['invalid-date', 'invalidDate', 'R95 A18', '400 VALIDATION_ERROR', outcome],
  ['order', ['emails', 'contacts', ...listed], 'A33', 'newest first', orderOf, /order$/],
  [
    'rate-headers',
    ['emails', 'unknownPath', 'sendNothing', 'withoutKey'],
    'R34 A25',
    'all',
    ({ headers }) => (rateHeaders.every((name) => headers.has(name)) ? 'all' : 'not all'),
    /^x-ratelimit$/,
  ],
  ['rate-limit', 'emails', 'R29 R31', '100', limitOf, /x-ratelimit-limit$/],
  ['rate-reset', 'emails', 'R33 A28', 'ISO 8601', formOfReset, /x-ratelimit-reset$/],
  ['rate-reset-time', successes, 'R33', 'within a minute', placeOfReset, /x-ratelimit-reset$/],
  ['retry-after', 'overTheLimit', 'R35 A27', 'seconds', formOfRetryAfter, /retry-after$/],
  ['unknown-list', 'unknownList', 'R140', '404 LIST_NOT_FOUND', outcome],
  ['list-without-name', 'createListWithoutName', 'R119', '400 VALIDATION_ERROR', outcome],
  ['contact-twice', 'createContactAgain', 'R138 A93', '409 CONTACT_ALREADY_EXISTS', outcome],
  ['unknown-custom-field', 'createContactWithUnknownField', 'R145', '400 INVALID_CUSTOM_FIELD', outcome],
  [
    'contact-source',
    'createContact',
    'A91',
    'api',
    ifDone((one) => usual.find((word) => word === member(dataOf(one), 'source')) ?? 'another word'),
    /source$/,
  ],
  [
    'updated-contact',
    'updateContact',
    'R157 A91',
    'id, email, firstName, subscriptionToken, contactListId',
    having('id', 'email', 'firstName', 'subscriptionToken', 'contactListId'),
    /^data/,
  ],
  ['suppress', 'suppress', 'R164 A95', '204', status],
  ['suppress-twice', 'suppressAgain', 'R167', '409 ALREADY_SUPPRESSED', outcome],
  ['confirm-unknown', 'confirmUnknown', 'R109', '404 UPLOAD_NOT_FOUND', outcome],
  ['confirm-too-early', 'confirmTooEarly', 'R110 A75', '400 UPLOAD_NOT_COMPLETE', outcome],
  ['confirm-twice', 'confirmAgain', 'A74', '200', status],
  [
    'put-upload',
    'putUpload',
    'R107 A73',
    'no key',
    ({ status: code }) => (code < 300 ? 'no key' : String(code)),
  ],
  ['content-type', 'uploadProgram', 'R106 A70', '400 INVALID_CONTENT_TYPE', outcome],
  ['upload-without-name', 'createUploadWithoutName', 'R101', '400 VALIDATION_ERROR', outcome],
  ['cache', 'verifyAgain', 'R177 A99', 'true', (one) => flagAt(one, 'cached'), /cached$/],
  [
    'cached-batch',
    'verifyCachedBatch',
    'R188 A103',
    'completed, 0 credits',
    ifDone((one) => `${textAt(dataOf(one), 'status')}, ${numberAt(dataOf(one), 'creditsDeducted')} credits`),
    /status$|credits/,
  ],
  ['singles-listed', 'verificationsAfter', 'R202 A112', 'yes', singlesListed, /type$/],
  ['results-in-lists', listed, 'R200 A115', 'no', resultsListed, /results/],
  ['unknown-verification', 'unknownVerification', 'R199', '404 NOT_FOUND', outcome],
  ['verify-nothing', 'verifyNothing', 'R175 A98', '400 VALIDATION_ERROR', outcome],
  ['verify-no-address', 'verifyNoAddress', 'R174 A98', '400 INVALID_EMAIL', outcome],
  ['empty-batch', 'verifyEmptyBatch', 'A100', '400 VALIDATION_ERROR', outcome],
  ['large-batch', 'verifyTooMany', 'R184 A100', '400 BATCH_TOO_LARGE', outcome],
  [
    'verification-stats',
    'verificationStats',
    'R203 A113',
    [...statistics, 'validPercentage'].join(', '),
    having(...statistics, 'validPercentage'),
    /^data/,
  ],
];

/** All facts, in the order of a report. */
export const facts: readonly Fact[] = rows.map(([name, steps, sources, expected, shows, path]) => ({
  name,
  steps: typeof steps === 'string' ? [steps] : steps,
  sources: sources.split(' ') as Source[],
  expected,
  shows,
  ...(path && { path }),
}));

/** Sources of paths that many answers have, and no fact is about. */
const elsewhere: readonly (readonly [path: RegExp, ...sources: readonly Source[]])[] = [
  [/pagination|totalPages/, 'R40', 'A29'],
  [/^items/, 'A33'],
  [/x-ratelimit-remaining/, 'R31', 'R34', 'A25'],
  [/isValid|riskScore|result$/, 'R173'],
  [/analytics|Percentage/, 'R198'],
];

/** The facts that answers show. Answers that disagree show none. */
export function factsIn(answers: Answers): readonly CalibrationEvidence[] {
  return facts.flatMap(({ name, steps, sources, expected, shows }) => {
    const found = steps.flatMap((step) => {
      const answer = answers[step];
      return answer ? (shows(answer, answers) ?? []) : [];
    });
    const [value, ...others] = new Set(found);
    if (value === undefined || others.length > 0) return [];
    const seen = `${name}: ${value}, in the response to ${steps.find((step) => answers[step])}`;
    return [{ probe: name, value, expected, seen, ...bySource(sources) }];
  });
}

/** The statements and decisions about a leaf of a response. */
export function sourcesOf(step: StepName, path: string): ReturnType<typeof bySource> {
  const about = facts.filter((fact) => (fact.path ?? /^(status|error\.code)$/).test(path));
  const own = about.filter(({ steps }) => steps.includes(step));
  // What every response has is the same fact in each.
  const any = own.length > 0 ? own : about.filter(({ path: form, steps }) => form && steps.length > 1);
  const others = elsewhere.flatMap(([form, ...sources]) => (form.test(path) ? sources : []));
  return bySource([...new Set([...any.flatMap(({ sources }) => sources), ...others])]);
}

function bySource(sources: readonly Source[]) {
  const of = <Letter extends 'R' | 'A'>(letter: Letter) =>
    sources.filter((source): source is `${Letter}${number}` & Source => source.startsWith(letter));
  return { requirements: of('R'), decisions: of('A') };
}

function whichKey({ status: code }: Answer): string | undefined {
  return code === 401 ? 'x-api-key' : code === 200 ? 'authorization' : undefined;
}

function placeOfId({ json, headers }: Answer): string {
  const places = [
    textAt(member(json, 'meta'), 'requestId') && 'meta',
    headers.has('x-request-id') && 'header',
  ];
  return places.filter(Boolean).join(' and ') || 'nowhere';
}

function pathOf({ json }: Answer): string | undefined {
  return textAt(member(json, 'meta'), 'path');
}

function formOfPath(answer: Answer): string | undefined {
  const path = pathOf(answer);
  return path && (path.includes('?') ? 'with query' : 'without query');
}

const documentedTime = 'ISO 8601 with milliseconds';

function formOfTime({ json }: Answer): string {
  const text = textAt(member(json, 'meta'), 'timestamp');
  if (text === undefined) return 'not at all';
  return shapeOf(text) === documentedTime ? documentedTime : 'otherwise';
}

function clockOfAnswer(answer: Answer): string | undefined {
  const time = timeOf(answer);
  return time === undefined ? undefined : clockOf(time, answer.receivedAt.getTime());
}

function details({ json }: Answer): string {
  const given = member(member(json, 'error'), 'details') ?? undefined;
  if (given === undefined) return 'nothing';
  return (
    ['field', 'errors'].filter((name) => member(given, name) !== undefined).join(' and ') || 'something else'
  );
}

function isListed(answer: Answer, { send }: Answers): string | undefined {
  const messageId = send && textAt(dataOf(send), 'messageId');
  if (messageId === undefined || !succeeded(answer)) return undefined;
  return itemsOf(answer).some((email) => email['messageId'] === messageId) ? 'yes' : 'no';
}

function beyondEnd(answer: Answer): string | undefined {
  if (answer.status !== 200) return String(answer.status);
  if (!findItems(dataOf(answer))) return undefined;
  return itemsOf(answer).length > 0 ? '200, with items' : '200, empty';
}

function orderOf(answer: Answer): string | undefined {
  const times = itemsOf(answer).flatMap((item) => textAt(item, 'createdAt') ?? []);
  if (new Set(times).size < 2) return undefined;
  const sorted = times.toSorted();
  if (String(times) === String(sorted.toReversed())) return 'newest first';
  return String(times) === String(sorted) ? 'oldest first' : 'otherwise';
}

function limitOf({ headers }: Answer): string | undefined {
  return /^\d{1,9}$/.exec(headers.get('x-ratelimit-limit') ?? '')?.[0];
}

function formOfReset({ headers }: Answer): string | undefined {
  const reset = headers.get('x-ratelimit-reset') ?? undefined;
  if (reset === undefined || /^\d{4}-\d\d-\d\dT/.test(reset)) return reset && 'ISO 8601';
  if (!/^\d+$/.test(reset)) return 'something else';
  return reset.length > 11 ? 'milliseconds since 1970' : 'seconds';
}

/** Where the reset lies, seen from the response's own time: a wrong clock is a fact by itself. */
function placeOfReset(answer: Answer): string | undefined {
  const [time, reset] = [timeOf(answer), instantOf(answer.headers.get('x-ratelimit-reset'))];
  if (time === undefined || reset === undefined) return undefined;
  // Either may be rounded to seconds.
  if (reset - time < -1_000) return 'in the past';
  return reset - time > limits.rateWindow + 1_000 ? 'later' : 'within a minute';
}

function formOfRetryAfter({ status: code, headers }: Answer): string | undefined {
  if (code !== 429) return undefined;
  const value = headers.get('retry-after');
  return value === null ? 'absent' : /^\d+$/.test(value) ? 'seconds' : 'date';
}

function flagAt(answer: Answer, name: string): string | undefined {
  const value = member(dataOf(answer), name);
  return typeof value === 'boolean' ? String(value) : undefined;
}

function singlesListed(answer: Answer): string | undefined {
  const items = itemsOf(answer);
  return items.length === 0 ? undefined : items.some(({ type }) => type === 'single') ? 'yes' : 'no';
}

function resultsListed(answer: Answer): string | undefined {
  const items = itemsOf(answer);
  if (items.length === 0) return undefined;
  return items.some(({ results = null }) => typeof results === 'object' && results !== null) ? 'yes' : 'no';
}
