import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';

/** A value that types forbid, as it comes from JSON or JavaScript. */
function misspelt(value: string): never {
  return value as never;
}

test.for<[what: string, call: (sandbox: Sandbox) => unknown, message: RegExp]>([
  [
    'operation of a fault',
    ({ faults }) => faults.add({ operation: misspelt('sendMail'), effect: { status: 503 } }),
    /^operation must be one of .*; did you mean sendEmail\?$/,
  ],
  [
    'effect on the network',
    ({ faults }) => faults.add({ effect: { network: misspelt('rest') } }),
    /^effect\.network must be one of reset, drop, hang, cut; did you mean reset\?$/,
  ],
  [
    'body of a fault',
    ({ faults }) => faults.add({ effect: { body: misspelt('sucess-false') } }),
    /did you mean success-false\?$/,
  ],
  [
    'phase of a fault',
    ({ faults }) => faults.add({ phase: misspelt('befor'), effect: { status: 503 } }),
    /did you mean before\?$/,
  ],
  ['status', ({ mailbox }) => mailbox.list({ status: misspelt('deliverd') }), /did you mean delivered\?$/],
  ['word of a search', ({ mailbox }) => mailbox.list({ q: 'status:bounce' }), /did you mean bounced\?/],
  ['preset', () => createSandbox({ wire: misspelt('exmples') }), /did you mean examples\?$/],
  [
    'value of a wire option',
    () => createSandbox({ wire: { pageContainer: misspelt('nestd') } }),
    /did you mean nested\?$/,
  ],
])('a misspelt %s is refused with the name that was meant', ([, call, message]) => {
  expect(() => call(createSandbox())).toThrow(message);
});

test('a value that is like none of its list is refused with the list', () => {
  expect(() => createSandbox().mailbox.list({ status: misspelt('eaten') })).toThrow(
    /^status must be one of queued, sent, delivered, bounced, failed$/,
  );
});
