import { type Answer, codeOf, isObject, member, textAt } from '../answer.ts';
import { agreed, contradictory, shows, undetermined } from '../finding.ts';
import { anyOf, outcome, type Probe, probe } from '../probe.ts';
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
  probe({
    name: 'auth-error',
    question: 'Is a 401 in the envelope?',
    decisions: ['A2'],
    option: 'authError',
    reads: 'withoutKey',
    conclude: ({ status, json }) => {
      if (status !== 401) return undetermined(`a request without a key was answered with ${status}`);
      const error = member(json, 'error');
      if (!isObject(error)) return contradictory('the 401 has no object `error`');
      if (member(json, 'success') === false) return shows('enveloped', 'the 401 has `success: false`');
      if (member(json, 'meta') !== undefined) return contradictory('the 401 has `meta`, but no `success`');
      return shows('bare', 'the 401 is `{ error }`');
    },
  }),
  outcome({
    name: 'no-key',
    question: 'What does a request without a key get?',
    requirements: ['R17'],
    reads: 'withoutKey',
    expected: '401 UNAUTHORIZED',
  }),
  outcome({
    name: 'unknown-key',
    question: 'What does a request with an unknown key get?',
    requirements: ['R21'],
    reads: 'wrongKey',
    expected: '401 UNAUTHORIZED',
  }),
  outcome({
    name: 'key-as-header',
    question: 'Does `x-api-key` authenticate?',
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
  probe({
    name: 'unknown-path',
    question: 'What does an unknown path get?',
    decisions: ['A10'],
    expected: '404',
    reads: 'unknownPath',
    conclude: ({ status }) => shows(String(status), `an unknown path was answered with ${status}`),
  }),
  probe({
    name: 'unknown-path-without-key',
    question: 'Is the key checked before the path?',
    decisions: ['A3'],
    expected: '401',
    reads: 'unknownPathWithoutKey',
    conclude: ({ status }) =>
      shows(String(status), `an unknown path without a key was answered with ${status}`),
  }),
  probe({
    name: 'wrong-method',
    question: 'What does a known path with a wrong method get?',
    decisions: ['A10'],
    expected: '405',
    reads: 'wrongMethod',
    conclude: ({ status }) => shows(String(status), `PATCH of a path for GET was answered with ${status}`),
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
  outcome({
    name: 'broken-json',
    question: 'What does a body that is not JSON get?',
    decisions: ['A12'],
    reads: 'sendBrokenJson',
    expected: '400 VALIDATION_ERROR',
  }),
  probe({
    name: 'media-type',
    question: 'What does a body that is declared as text get?',
    decisions: ['A13'],
    expected: '415',
    reads: 'sendPlainText',
    conclude: ({ status }) => shows(String(status), `a body of text/plain was answered with ${status}`),
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
      if (status === 403) return undetermined('a send without any field was answered with 403');
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
