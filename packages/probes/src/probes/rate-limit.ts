import { isObject, limits } from '@mailrig/contract';
import { type Answer, codeOf, instantOf, member, timeOf } from '../answer.ts';
import { agreed, shows, showsOther, undetermined } from '../finding.ts';
import { anyOf, type Probe, probe } from '../probe.ts';

const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** Probes of the rate limit. */
export const rateLimit: readonly Probe[] = [
  anyOf({
    name: 'rate-headers',
    question: 'Do successes and errors have the rate headers?',
    requirements: ['R34'],
    decisions: ['A25'],
    expected: 'all',
    reads: ['emails', 'unknownPath', 'sendNothing', 'withoutKey'],
    conclude: (answers) => {
      const found = answers.map(({ headers }) => names.every((name) => headers.has(name)));
      if (found.every(Boolean)) return shows('all', 'every answer has the rate headers');
      if (!found.some(Boolean)) return shows('none', 'no answer has the rate headers');
      return shows('some', 'some answers have the rate headers, others do not');
    },
  }),
  probe({
    name: 'rate-limit',
    question: 'How many requests may a key make in a minute?',
    requirements: ['R29', 'R31'],
    expected: '100',
    reads: 'emails',
    conclude: ({ headers }) => {
      const limit = headers.get('x-ratelimit-limit');
      if (limit === null) return undetermined('no `X-RateLimit-Limit`');
      return /^\d{1,9}$/.test(limit)
        ? shows(limit, `the limit is ${limit}`)
        : showsOther('`X-RateLimit-Limit` is no number');
    },
  }),
  probe({
    name: 'rate-reset',
    question: 'How is `X-RateLimit-Reset` written?',
    requirements: ['R33'],
    decisions: ['A28'],
    expected: 'ISO 8601',
    reads: 'emails',
    conclude: ({ headers }) => {
      const reset = headers.get('x-ratelimit-reset');
      if (reset === null) return undetermined('no `X-RateLimit-Reset`');
      const form = /^\d{4}-\d\d-\d\dT/.test(reset) ? 'ISO 8601' : formOfNumber(reset);
      return shows(form, `the reset is written as ${form}`);
    },
  }),
  anyOf({
    name: 'rate-reset-time',
    question: 'How long after an answer is its `X-RateLimit-Reset`?',
    requirements: ['R33'],
    expected: 'within a minute',
    reads: ['emails', 'lists', 'verifications', 'verificationStats'],
    conclude: (answers) =>
      agreed(
        answers.map(placeOfReset),
        (value) => `the reset is ${value}, by the time of the answer`,
        'no answer has both times in ISO 8601',
      ),
  }),
  probe({
    name: 'rate-error',
    question: 'Does a rate-limited answer have an error code?',
    decisions: ['A26'],
    option: 'rateLimitCode',
    reads: 'overTheLimit',
    conclude: (answer) => {
      if (answer.status !== 429) return undetermined('no request was refused with 429');
      if (!isObject(member(answer.json, 'error'))) return showsOther('the 429 has no object `error`');
      const code = codeOf(answer);
      return code === undefined
        ? shows('absent', 'the 429 has no error code')
        : shows('present', `the 429 has the code ${code}`);
    },
  }),
  probe({
    name: 'retry-after',
    question: 'How is `Retry-After` written?',
    requirements: ['R35'],
    decisions: ['A27'],
    expected: 'seconds',
    reads: 'overTheLimit',
    conclude: ({ status, headers }) => {
      if (status !== 429) return undetermined('no request was refused with 429');
      const value = headers.get('retry-after');
      if (value === null) return shows('absent', 'the 429 has no `Retry-After`');
      return /^\d+$/.test(value)
        ? shows('seconds', 'the 429 has `Retry-After` in seconds')
        : shows('date', 'the 429 has a `Retry-After` that is not in seconds');
    },
  }),
];

/** Where the reset lies, seen from the answer's own time: a wrong clock is a finding by itself. */
function placeOfReset(answer: Answer): string | undefined {
  const [time, reset] = [timeOf(answer), instantOf(answer.headers.get('x-ratelimit-reset'))];
  if (time === undefined || reset === undefined) return undefined;
  // Either may be rounded to seconds.
  if (reset - time < -1_000) return 'in the past';
  return reset - time > limits.rateWindow + 1_000 ? 'later' : 'within a minute';
}

function formOfNumber(text: string): string {
  if (!/^\d+$/.test(text)) return 'something else';
  return text.length > 11 ? 'milliseconds since 1970' : 'seconds';
}
