import {
  type Answer,
  dataOf,
  isObject,
  itemsOf,
  listOf,
  member,
  numberAt,
  succeeded,
  textAt,
} from '../answer.ts';
import { agreed, showsOther, type Finding, shows, undetermined } from '../finding.ts';
import { anyOf, outcome, type Probe, probe } from '../probe.ts';

/** Probes of email verification. */
export const verification: readonly Probe[] = [
  anyOf({
    name: 'verification',
    question: 'What does the result of an address have?',
    requirements: ['R173'],
    decisions: ['A96'],
    option: 'verification',
    reads: ['verify', 'verifyAgain'],
    conclude: (answers) => {
      const results = answers.filter(succeeded).map((answer) => dataOf(answer));
      const found = results.map((result) => {
        const status = textAt(result, 'status') !== undefined;
        const rich = textAt(result, 'result') !== undefined;
        if (status && rich) return 'full';
        if (status) return 'minimal';
        return rich ? 'rich' : 'none';
      });
      if (found.includes('none')) return showsOther('the result has neither `status` nor `result`');
      return agreed(found, (value) => `the result has ${forms[value] ?? value}`, 'no address was verified');
    },
  }),
  probe({
    name: 'batch-at-once',
    question: 'Does a batch that completes at once have an id?',
    requirements: ['R188'],
    decisions: ['A103'],
    option: 'batchImmediate',
    reads: 'verifyCachedBatch',
    conclude: (answer) => {
      if (!isComplete(answer)) return undetermined('no batch completed at once');
      const id = member(dataOf(answer), 'verificationId') ?? member(dataOf(answer), 'id') ?? null;
      if (id === null) return shows('without-id', 'a batch that completes at once has no id');
      return typeof id === 'string'
        ? shows('with-id', 'a batch that completes at once has an id')
        : showsOther('the id of a batch is no text');
    },
  }),
  anyOf({
    name: 'batch-results',
    question: 'How are the results of a batch arranged?',
    decisions: ['A104'],
    option: 'batchResults',
    reads: ['verifyCachedBatch', 'batch'],
    conclude: (answers) =>
      agreed(
        answers.filter(isComplete).map((answer) => {
          const results = member(dataOf(answer), 'results');
          if (Array.isArray(results)) return 'items';
          return isObject(results) ? 'grouped' : undefined;
        }),
        (value) => `results are ${value === 'items' ? 'an array' : 'grouped by status'}`,
        'no completed batch is known',
      ),
  }),
  anyOf({
    name: 'analytics',
    question: 'Which counts do the analytics of a batch have?',
    requirements: ['R198'],
    decisions: ['A105'],
    option: 'analytics',
    reads: ['verifyCachedBatch', 'batch', 'verifications', 'verificationsAfter'],
    conclude: (answers) => {
      const found = answers.flatMap(analyticsOf).map((analytics) => {
        const clean = numberAt(analytics, 'cleanCount') !== undefined;
        const valid = numberAt(analytics, 'valid') !== undefined;
        if (clean && valid) return 'both';
        if (clean) return 'clean';
        return valid ? 'valid' : 'none';
      });
      if (found.includes('none')) return showsOther('the analytics have no count that is known');
      return agreed(
        found,
        (value) => `analytics have ${counts[value] ?? value}`,
        'no completed batch is known',
      );
    },
  }),
  probe({
    name: 'cache',
    question: 'Does a second verification of an address come from the cache?',
    requirements: ['R177'],
    decisions: ['A99'],
    expected: 'cached',
    reads: 'verifyAgain',
    conclude: (answer) => {
      const cached = member(dataOf(answer), 'cached');
      if (typeof cached !== 'boolean') return undetermined('the result does not say whether it is cached');
      return cached
        ? shows('cached', 'the second result is cached')
        : shows('new', 'the second result is new');
    },
  }),
  probe({
    name: 'cached-batch',
    question: 'Does a batch of cached addresses complete at once?',
    requirements: ['R188'],
    decisions: ['A103'],
    expected: 'at once, 0 credits',
    reads: 'verifyCachedBatch',
    conclude: (answer) => {
      if (answer.status >= 300) return shows(String(answer.status), `it was answered with ${answer.status}`);
      const when = isComplete(answer) ? 'at once' : 'later';
      const credits = numberAt(dataOf(answer), 'creditsDeducted');
      return shows(
        `${when}, ${String(credits)} credits`,
        `it completes ${when} for ${String(credits)} credits`,
      );
    },
  }),
  probe({
    name: 'id-of-verification',
    question: 'What is the id of a verification called?',
    requirements: ['R195'],
    decisions: ['A106'],
    option: 'verificationId',
    reads: 'batch',
    conclude: (answer): Finding => {
      const data = dataOf(answer);
      const name = ['id', 'verificationId'].find((one) => textAt(data, one) !== undefined);
      return name === undefined
        ? showsOther('a verification has no id that is known')
        : shows(name, `the id of a verification is \`${name}\``);
    },
  }),
  probe({
    name: 'singles-listed',
    question: 'Are single verifications listed?',
    requirements: ['R202'],
    decisions: ['A112'],
    expected: 'yes',
    reads: 'verificationsAfter',
    conclude: (answer) => {
      const items = listOf(answer) ?? [];
      if (items.length === 0) return undetermined('no verification is listed');
      const listed = items.some((item) => item['type'] === 'single');
      return listed
        ? shows('yes', 'single verifications are listed')
        : shows('no', 'only batches are listed');
    },
  }),
  anyOf({
    name: 'results-in-lists',
    question: 'Do listed verifications have results?',
    requirements: ['R200'],
    decisions: ['A115'],
    expected: 'no',
    reads: ['verificationsAfter', 'verifications'],
    conclude: (answers) =>
      agreed(
        answers
          .flatMap(itemsOf)
          .map((item) => (isObject(item['results']) || Array.isArray(item['results']) ? 'yes' : 'no')),
        (value) => `listed verifications have ${value === 'yes' ? '' : 'no '}results`,
        'no verification is listed',
      ),
  }),
  outcome({
    name: 'unknown-verification',
    subject: 'an unknown verification',
    requirements: ['R199'],
    reads: 'unknownVerification',
    expected: '404 NOT_FOUND',
  }),
  outcome({
    name: 'verify-nothing',
    subject: 'a verification without an address',
    requirements: ['R175'],
    decisions: ['A98'],
    reads: 'verifyNothing',
    expected: '400 VALIDATION_ERROR',
  }),
  outcome({
    name: 'verify-no-address',
    subject: 'a verification of a text that is no address',
    requirements: ['R174'],
    decisions: ['A98'],
    reads: 'verifyNoAddress',
    expected: '400 INVALID_EMAIL',
  }),
  outcome({
    name: 'empty-batch',
    subject: 'an empty batch',
    decisions: ['A100'],
    reads: 'verifyEmptyBatch',
    expected: '400 VALIDATION_ERROR',
  }),
  outcome({
    name: 'large-batch',
    subject: 'a batch of 1,001',
    requirements: ['R184'],
    decisions: ['A100'],
    reads: 'verifyTooMany',
    expected: '400 BATCH_TOO_LARGE',
  }),
  probe({
    name: 'verification-stats',
    question: 'What do the statistics have?',
    requirements: ['R203'],
    decisions: ['A113'],
    expected: 'all',
    reads: 'verificationStats',
    conclude: (answer) => {
      const names = [
        'totalVerified',
        'totalValid',
        'totalInvalid',
        'totalUnknown',
        'totalVerifications',
        'validPercentage',
      ];
      const missing = names.filter((name) => numberAt(dataOf(answer), name) === undefined);
      return missing.length === 0
        ? shows('all', 'the statistics have all six numbers')
        : shows(`without ${missing.join(', ')}`, `the statistics lack ${missing.join(', ')}`);
    },
  }),
];

const forms: Readonly<Record<string, string>> = {
  full: '`status` and `result`',
  minimal: '`status`, but no `result`',
  rich: '`result`, but no `status`',
};

const counts: Readonly<Record<string, string>> = {
  both: '`cleanCount` and `valid`',
  clean: '`cleanCount`, but no `valid`',
  valid: '`valid`, but no `cleanCount`',
};

function isComplete(answer: Answer): boolean {
  return succeeded(answer) && member(dataOf(answer), 'status') === 'completed';
}

function analyticsOf(answer: Answer) {
  const records = [dataOf(answer), ...itemsOf(answer)];
  return records.map((record) => member(record, 'analytics')).filter(isObject);
}
