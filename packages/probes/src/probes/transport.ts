import { isObject } from '@mailrig/contract';
import { type Answer, codeOf, hasEnvelope, member, textAt, timeOf } from '../answer.ts';
import { agreed, shows, showsOther, undetermined } from '../finding.ts';
import { anyOf, outcome, type Probe, probe, statusOf } from '../probe.ts';
import type { RequestName } from '../requests.ts';

const refusals: readonly RequestName[] = [
  'unknownPath',
  'limitOver100',
  'sendNothing',
  'unknownVerification',
];
const successes: readonly RequestName[] = ['emails', 'lists', 'verifications', 'verificationStats'];

/** Probes of authentication, the envelope and what every answer has. */
export const transport: readonly Probe[] = [
  anyOf({
    name: 'envelope',
    question: 'Are answers in an envelope?',
    requirements: ['R3', 'R5'],
    decisions: ['A5'],
    expected: 'yes',
    reads: [...successes, ...refusals],
    conclude: (answers) =>
      agreed(
        answers.map((answer) => (hasEnvelope(answer) ? 'yes' : 'no')),
        (value) => `answers are ${value === 'yes' ? '' : 'not '}in an envelope`,
        'no answer was of use',
      ),
  }),
  probe({
    name: 'auth-error',
    question: 'Is a 401 in the envelope?',
    decisions: ['A2'],
    option: 'authError',
    reads: 'withoutKey',
    conclude: ({ status, json }) => {
      if (status !== 401) return undetermined(`a request without a key was answered with ${status}`);
      const error = member(json, 'error');
      if (!isObject(error)) return showsOther('the 401 has no object `error`');
      if (member(json, 'success') === false) return shows('enveloped', 'the 401 has `success: false`');
      if (member(json, 'meta') !== undefined) return showsOther('the 401 has `meta`, but no `success`');
      return shows('bare', 'the 401 is `{ error }`');
    },
  }),
  outcome({
    name: 'no-key',
    subject: 'a request without a key',
    requirements: ['R17'],
    reads: 'withoutKey',
    expected: '401 UNAUTHORIZED',
  }),
  outcome({
    name: 'unknown-key',
    subject: 'a request with an unknown key',
    requirements: ['R21'],
    reads: 'wrongKey',
    expected: '401 UNAUTHORIZED',
  }),
  outcome({
    name: 'key-as-header',
    subject: 'a request with the key in `x-api-key`',
    requirements: ['R19'],
    reads: 'keyAsHeader',
    expected: '200',
  }),
  probe({
    name: 'two-keys',
    question: 'Which key decides if both headers have one?',
    decisions: ['A1'],
    expected: 'x-api-key',
    reads: 'twoKeys',
    conclude: ({ status }) => {
      if (status === 401)
        return shows('x-api-key', 'a wrong `x-api-key` next to a right bearer token was a 401');
      if (status === 200) return shows('authorization', 'the right bearer token was enough');
      return undetermined(`two different keys were answered with ${status}`);
    },
  }),
  statusOf({
    name: 'unknown-path',
    subject: 'an unknown path',
    decisions: ['A10'],
    reads: 'unknownPath',
    expected: '404',
  }),
  statusOf({
    name: 'unknown-path-without-key',
    subject: 'an unknown path without a key',
    decisions: ['A3'],
    reads: 'unknownPathWithoutKey',
    expected: '401',
  }),
  statusOf({
    name: 'wrong-method',
    subject: 'a known path with a wrong method',
    decisions: ['A10'],
    reads: 'wrongMethod',
    expected: '405',
  }),
  anyOf({
    name: 'request-id',
    question: 'Where is the id of a response?',
    requirements: ['R4', 'R6'],
    decisions: ['A8'],
    expected: 'meta and header',
    reads: [...successes, ...refusals],
    conclude: (answers) =>
      agreed(
        answers.map(placeOfRequestId),
        (place) => `answers have their id in: ${place}`,
        'no answer was of use',
      ),
  }),
  anyOf({
    name: 'path-of-errors',
    question: 'Does `meta` of an error have the path?',
    decisions: ['A7'],
    expected: 'yes',
    reads: refusals,
    conclude: (answers) =>
      agreed(
        answers.map((answer) => (textAt(member(answer.json, 'meta'), 'path') === undefined ? 'no' : 'yes')),
        (value) => `errors have ${value === 'yes' ? 'a' : 'no'} \`meta.path\``,
        'no error was of use',
      ),
  }),
  anyOf({
    name: 'path',
    question: 'Is `meta.path` the path without its query?',
    decisions: ['A9'],
    requirements: ['R8'],
    expected: 'without query',
    reads: ['emails', 'verifications'],
    conclude: (answers) =>
      agreed(
        answers.map(({ json }) => {
          const path = textAt(member(json, 'meta'), 'path');
          if (path === undefined) return undefined;
          return path.includes('?') ? 'with query' : 'without query';
        }),
        (value) => `\`meta.path\` is the path ${value}`,
        'no answer has `meta.path`',
      ),
  }),
  anyOf({
    name: 'timestamp',
    question: 'How is the time written?',
    requirements: ['R7'],
    expected: 'ISO 8601 with milliseconds',
    reads: successes,
    conclude: (answers) =>
      agreed(
        answers.map(({ json }) => {
          const timestamp = textAt(member(json, 'meta'), 'timestamp');
          if (timestamp === undefined) return 'not at all';
          return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(timestamp)
            ? 'ISO 8601 with milliseconds'
            : 'otherwise';
        }),
        (value) => `\`meta.timestamp\` is written: ${value}`,
        'no answer was of use',
      ),
  }),
  anyOf({
    name: 'clock',
    question: 'Is the time of answers right?',
    requirements: ['R7'],
    expected: 'right',
    reads: successes,
    conclude: (answers) => {
      const skews = answers.flatMap((answer) => {
        const time = timeOf(answer);
        return time === undefined ? [] : [time - answer.receivedAt.getTime()];
      });
      return agreed(
        skews.map(clockOf),
        (value) => `\`meta.timestamp\` is ${skewText(skews[0] ?? 0, value)} the clock here`,
        'no answer has a `meta.timestamp` in ISO 8601',
      );
    },
  }),
  outcome({
    name: 'broken-json',
    subject: 'a body that is not JSON',
    decisions: ['A12'],
    reads: 'sendBrokenJson',
    expected: '400 VALIDATION_ERROR',
  }),
  statusOf({
    name: 'media-type',
    subject: 'a body that is declared as text',
    decisions: ['A13'],
    reads: 'sendPlainText',
    expected: '415',
  }),
  probe({
    name: 'validation-status',
    question: 'Which status does a missing field get?',
    requirements: ['R46'],
    decisions: ['A20'],
    expected: '400',
    reads: 'sendNothing',
    conclude: (answer) => {
      const { status } = answer;
      return shows(
        String(status),
        `a send without any field was answered with ${status} ${codeOf(answer) ?? ''}`.trim(),
      );
    },
  }),
  anyOf({
    name: 'error-details',
    question: 'What is in `error.details`?',
    requirements: ['R208'],
    decisions: ['A21'],
    expected: 'field and errors',
    reads: ['sendNothing', 'createListWithoutName', 'createUploadWithoutName', 'verifyNothing'],
    conclude: (answers) =>
      agreed(
        answers.map(formOfDetails),
        (form) => `details of a missing field have: ${form}`,
        'no error was of use',
      ),
  }),
];

const minute = 60_000;

/** More than clocks that are set over the network and slow answers explain, in milliseconds. */
const longestSkew = 5 * minute;

function clockOf(skew: number): string {
  if (Math.abs(skew) <= longestSkew) return 'right';
  return skew > 0 ? 'ahead' : 'behind';
}

function skewText(skew: number, value: string): string {
  if (value === 'right') return `at most ${longestSkew / minute} minutes off`;
  const minutes = Math.abs(skew) / minute;
  const [amount, unit] = minutes < 60 ? [minutes, 'minutes'] : [minutes / 60, 'hours'];
  const text = amount < 72 ? `${Math.round(amount)} ${unit}` : `${Math.round(amount / 24)} days`;
  return `${text} ${value === 'ahead' ? 'ahead of' : 'behind'}`;
}

function placeOfRequestId({ json, headers }: Answer): string {
  const inMeta = textAt(member(json, 'meta'), 'requestId') !== undefined;
  const inHeader = headers.has('x-request-id');
  if (inMeta && inHeader) return 'meta and header';
  if (inMeta) return 'meta';
  return inHeader ? 'header' : 'nowhere';
}

function formOfDetails({ json }: Answer): string {
  const details = member(member(json, 'error'), 'details');
  if (details === undefined || details === null) return 'nothing';
  const names = ['field', 'errors'].filter((name) => member(details, name) !== undefined);
  return names.length === 0 ? 'something else' : names.join(' and ');
}
