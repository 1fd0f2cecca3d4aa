/**
 * Tasks for Cypress that read the mail of a served sandbox, move its clock and make its calls fail.
 *
 * @packageDocumentation
 */
import type { ClockView } from './control/clock/clock.ts';
import type { FaultInput } from './control/faults/faults.ts';
import type { WholeMessageView } from './control/messages/messages.ts';
import { defaultWait } from './control/messages/missing.ts';
import type { MessageFilter } from './control/messages/search.ts';
import type { MessagesView, MessageView } from './control/messages/messages.ts';
import { type Duration, durationText } from './service/kernel/duration.ts';
import { searchOf } from './control/calling.ts';
import { callControl, type RemoteSandbox } from './testing/remote-account.ts';

export type { ClockView } from './control/clock/clock.ts';
export type { FaultInput } from './control/faults/faults.ts';
export type { WholeMessageView } from './control/messages/messages.ts';
export type { MessageFilter } from './control/messages/search.ts';
export type { MessageView } from './control/messages/messages.ts';
export type { Duration } from './service/kernel/duration.ts';
export type { RemoteSandbox } from './testing/remote-account.ts';

/** Which message to wait for. */
export interface AwaitedMessage extends MessageFilter {
  /** How long to wait for one that matches, in real time. Default 4 s. It must be under Cypress's `taskTimeout`. */
  readonly wait?: Duration | undefined;
}

/** Tasks, by name. `cy.task` passes them one value, and gets JSON or `null`. */
export type SandboxTasks = {
  /** Restores the seed the server was started with: no mail, no faults, the clock at its start. */
  readonly 'mailrig:reset': () => Promise<null>;
  /** The newest message that matches, with its `links` and `codes`. Waits for one, and fails if none comes. */
  readonly 'mailrig:message': (awaited?: AwaitedMessage | null) => Promise<WholeMessageView>;
  /** All messages so far that match, newest first; at most 50. */
  readonly 'mailrig:messages': (filter?: MessageFilter | null) => Promise<readonly MessageView[]>;
  /** Moves the clock, for example by `'24h'`. */
  readonly 'mailrig:advance': (by: Duration) => Promise<ClockView>;
  /** Makes calls fail, for example `{ operation: 'sendEmail', times: 1, effect: { status: 503 } }`. */
  readonly 'mailrig:fault': (fault: FaultInput) => Promise<null>;
};

/**
 * The tasks for `on('task', …)` in `setupNodeEvents`. They work on every account of the sandbox.
 *
 * ```ts
 * setupNodeEvents: (on) => on('task', sandboxTasks({ url: 'http://127.0.0.1:4010' })),
 * ```
 */
export function sandboxTasks(sandbox: RemoteSandbox): SandboxTasks {
  return {
    'mailrig:reset': async () => {
      await callControl(sandbox, '/reset', {});
      return null;
    },
    'mailrig:message': (awaited) => {
      const search = searchOf({ ...awaited, wait: durationText(awaited?.wait ?? defaultWait) });
      return callControl(sandbox, `/messages/latest?${search}`);
    },
    'mailrig:messages': async (filter) => {
      const search = searchOf({ ...filter, whole: true });
      const { messages } = await callControl<MessagesView>(sandbox, `/messages?${search}`);
      return messages;
    },
    'mailrig:advance': (by) => callControl(sandbox, '/clock', { advance: by }),
    'mailrig:fault': async (fault) => {
      await callControl(sandbox, '/faults', fault);
      return null;
    },
  };
}
