import { errorCodes, isErrorCode } from '@mailrig/contract';
import { type Answer, codeOf, dataOf, listOf, member, outcomeOf, textAt } from '../answer.ts';
import { type Finding, shows, showsOther, undetermined } from '../finding.ts';
import { allOf, formOf, outcome, type Probe, probe } from '../probe.ts';

/** Probes of sending and of the list of emails. */
export const sending: readonly Probe[] = [
  probe({
    name: 'send-error-status',
    question: 'Which status do the errors of a send get?',
    decisions: ['A60'],
    option: 'sendErrorStatus',
    reads: 'sendFromElsewhere',
    conclude: (answer) => {
      const code = codeOf(answer) ?? '';
      const row = isErrorCode(code) ? errorCodes[code] : undefined;
      if (!row || !('semanticStatus' in row)) {
        return undetermined(`a send from another domain was answered with ${outcomeOf(answer)}`);
      }
      if (answer.status === row.status) return shows('400', `${code} is a ${row.status}`);
      if (answer.status === row.semanticStatus)
        return shows('semantic', `${code} is a ${row.semanticStatus}`);
      return showsOther(`${code} is a ${answer.status}`);
    },
  }),
  probe({
    name: 'send-from-elsewhere',
    question: 'What does a send from a domain of somebody else get?',
    requirements: ['R48'],
    expected: 'FROM_DOMAIN_MISMATCH',
    reads: 'sendFromElsewhere',
    conclude: (answer) => {
      const code = codeOf(answer);
      return code === undefined
        ? shows('no code', `it was answered with ${answer.status}`)
        : shows(code, `it was answered with ${outcomeOf(answer)}`);
    },
  }),
  probe({
    name: 'send-result',
    question: 'What does the answer to a live send have?',
    decisions: ['A38'],
    option: 'sendResult',
    reads: 'send',
    conclude: () => undetermined('only a live send shows it, and probes send no real email'),
  }),
  probe({
    name: 'simulated-send',
    question: 'What does the answer to a simulated send have?',
    requirements: ['R79'],
    decisions: ['A65'],
    expected: 'sandbox, messageId, message, recipients',
    reads: 'send',
    conclude: (answer) => {
      const data = dataOf(answer);
      if (answer.status >= 300) return undetermined(`the send was answered with ${outcomeOf(answer)}`);
      const known = ['sandbox', 'messageId', 'message', 'recipients'];
      const has = known.filter((name) => member(data, name) !== undefined);
      const named = has.join(', ') || 'none of them';
      return shows(named, `the answer has ${named}`);
    },
  }),
  allOf({
    name: 'replay',
    question: 'What does a repeated idempotency key get?',
    requirements: ['R75'],
    decisions: ['A44'],
    option: 'replay',
    reads: ['send', 'sendAgain'],
    conclude: ([send, sendAgain]) => replay(send, sendAgain),
  }),
  outcome({
    name: 'other-body-with-same-key',
    subject: 'another email with the same idempotency key',
    decisions: ['A45'],
    reads: 'sendOtherWithSameKey',
    expected: '409 IDEMPOTENCY_CONFLICT',
  }),
  allOf({
    name: 'simulated-listed',
    question: 'Are simulated emails listed?',
    requirements: ['R80'],
    decisions: ['A66'],
    expected: 'no',
    reads: ['send', 'emailsAfterSend'],
    conclude: ([send, emailsAfterSend]) => {
      const messageId = textAt(dataOf(send), 'messageId');
      const emails = listOf(emailsAfterSend);
      if (!emails) return undetermined('the list of emails has no container that is known');
      const listed = emails.some((email) => email['messageId'] === messageId);
      return listed
        ? shows('yes', 'the simulated email is listed')
        : shows('no', 'the simulated email is not listed');
    },
  }),
  formOf({
    name: 'email-container',
    question: 'How is a single email wrapped?',
    option: 'emailContainer',
    reads: ['email'],
    silent: 'no email was read',
  }),
  probe({
    name: 'published-endpoints',
    question: 'Are endpoints served that only the published clients show?',
    requirements: ['R210'],
    decisions: ['A116', 'A126'],
    expected: 'no',
    reads: 'emailStats',
    conclude: ({ status }) =>
      shows(status === 200 ? 'yes' : 'no', `GET /emails/stats was answered with ${status}`),
  }),
];

function replay(first: Answer, second: Answer): Finding {
  if (second.status === 409)
    return shows('conflict', `a repeated key was answered with ${outcomeOf(second)}`);
  if (second.status >= 300) return undetermined(`a repeated key was answered with ${outcomeOf(second)}`);
  const [one, other] = [dataOf(first), dataOf(second)];
  if (textAt(one, 'messageId') !== textAt(other, 'messageId')) {
    return showsOther(
      'a repeated key was answered with another message: the key did not prevent a second send',
    );
  }
  return member(other, 'skipped') === true
    ? shows('skipped', 'a repeated key was answered with the same message and `skipped: true`')
    : shows('verbatim', 'a repeated key was answered with the same message, without `skipped: true`');
}
