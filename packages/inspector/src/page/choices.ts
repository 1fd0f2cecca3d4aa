import type { AnswerOf, Fault, Message } from './control-types.ts';

/** The names in a record whose type asks for all of them, so that a new one of the sandbox is not forgotten here. */
const namesOf = <All extends object>(all: All) => Object.keys(all) as (keyof All)[];

export const emailStatuses = namesOf({
  queued: 0,
  sent: 0,
  delivered: 0,
  bounced: 0,
  failed: 0,
} satisfies Record<Message['status'], 0>);

export const contactStatuses = namesOf({
  active: 0,
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
  suppressed: 0,
} satisfies Record<AnswerOf<'listContacts'>['contacts'][number]['status'], 0>);

export const attachmentStatuses = namesOf({
  pending: 0,
  uploaded: 0,
  expired: 0,
} satisfies Record<AnswerOf<'listAttachments'>['attachments'][number]['status'], 0>);

export const addressResults = namesOf({
  valid: 0,
  invalid: 0,
  risky: 0,
  unknown: 0,
} satisfies Record<AnswerOf<'listVerificationResults'>['results'][number]['result'], 0>);

/** What a fault may do to the connection, and its label. */
export const networkFaults: Readonly<Record<NonNullable<Fault['effect']['network']>, string>> = {
  reset: 'Reset',
  drop: 'Closed without a response',
  hang: 'Hangs',
  cut: 'Cut off in the middle of the body',
};

/** What a fault may do to the body, and its label. */
export const bodyFaults: Readonly<Record<NonNullable<Fault['effect']['body']>, string>> = {
  html: 'HTML page',
  text: 'Plain text',
  empty: 'Empty',
  truncated: 'Truncated JSON',
  bare: 'Error without the envelope',
  'success-false': 'success: false, any status',
};
