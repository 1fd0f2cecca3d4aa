import { isObject, readBatch } from '@mailrig/contract';
import { type Answer, dataOf, itemsOf, listOf, member, membersAt, numberAt, succeeded } from '../answer.ts';
import { agreed, shows, undetermined } from '../finding.ts';
import { anyOf, formOf, outcome, type Probe, probe } from '../probe.ts';

/** Probes of email verification. */
export const verification: readonly Probe[] = [
  formOf({
    name: 'verification',
    question: 'What does the result of an address have?',
    requirements: ['R173'],
    option: 'verification',
    reads: ['verify', 'verifyAgain'],
    silent: 'no address was verified',
  }),
  formOf({
    name: 'batch-at-once',
    question: 'Does a batch that completes at once have an id?',
    requirements: ['R188'],
    option: 'batchImmediate',
    reads: ['verifyCachedBatch'],
    parts: (answer) => (isComplete(answer) ? [readBatch(dataOf(answer))] : []),
    silent: 'no batch completed at once',
  }),
  formOf({
    name: 'batch-results',
    question: 'How are the results of a batch arranged?',
    option: 'batchResults',
    reads: ['verifyCachedBatch', 'batch'],
    parts: (answer) => (isComplete(answer) ? membersAt('results', dataOf(answer)) : []),
    silent: 'no completed batch is known',
  }),
  formOf({
    name: 'analytics',
    question: 'Which counts do the analytics of a batch have?',
    requirements: ['R198'],
    option: 'analytics',
    reads: ['verifyCachedBatch', 'batch', 'verifications', 'verificationsAfter'],
    parts: (answer) => membersAt('analytics', dataOf(answer), ...itemsOf(answer)),
    silent: 'no completed batch is known',
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
  formOf({
    name: 'id-of-verification',
    question: 'What is the id of a verification called?',
    requirements: ['R195'],
    option: 'verificationId',
    reads: ['batch'],
    silent: 'no verification was read',
  }),
  formOf({
    name: 'id-of-listed-verification',
    question: 'What is the id of a listed verification called?',
    option: 'listedVerificationId',
    reads: ['verificationsAfter', 'verifications'],
    parts: itemsOf,
    silent: 'no verification is listed',
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

function isComplete(answer: Answer): boolean {
  return succeeded(answer) && member(dataOf(answer), 'status') === 'completed';
}
