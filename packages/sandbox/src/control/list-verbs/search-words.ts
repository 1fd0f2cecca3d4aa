/** One line of the help for searches. */
export interface SearchHelp {
  /** A complete search. */
  readonly example: string;
  /** What the example finds. */
  readonly meaning: string;
}

/** What a search may consist of, besides words. */
export const searchForms: readonly SearchHelp[] = [
  { example: 'invoice grace', meaning: 'Both texts, anywhere and in any order' },
  { example: '"your invoice"', meaning: 'Exactly this text, even with a colon: "localhost:4010"' },
  { example: '-newsletter', meaning: 'Everything without it; works with words too: -status:delivered' },
];

const commonWords = {
  header: {
    example: 'header:X-Campaign=spring',
    meaning: 'A header, by its name and a part of its value, or by its name alone',
  },
  after: { example: 'after:2026-01-31', meaning: 'At this time or later' },
  before: { example: 'before:2026-01-31T09:00', meaning: 'Before this time' },
};

/** The words about the requests that send an email. */
const attemptWords = {
  idempotency: { example: 'idempotency:order-77', meaning: 'The idempotency key, or a part of it' },
  attempt: {
    example: 'attempt:2',
    meaning: 'The number of the request among those with its key: 2 is the first retry',
  },
  fault: { example: 'fault:503', meaning: 'What the fault did: 503, reset, late, html, after' },
};

export const messageWords = {
  to: {
    example: 'to:grace@example.org',
    meaning: 'A recipient (to, cc or bcc): an address, or a part of one',
  },
  from: { example: 'from:example.com', meaning: 'The sender: an address, or a part of one' },
  subject: { example: 'subject:"your code"', meaning: 'A part of the subject' },
  status: {
    example: 'status:bounced',
    meaning: 'The status: queued, sent, delivered, bounced, failed or refused',
  },
  has: { example: 'has:attachment', meaning: 'Has this: attachment, html or text' },
  filename: { example: 'filename:.pdf', meaning: 'A part of the name of an attachment' },
  template: { example: 'template:invoice', meaning: 'The id of its template, or a part of it' },
  environment: { example: 'environment:test', meaning: 'Sent with a live key, or simulated with a test key' },
  ...attemptWords,
  ...commonWords,
} as const satisfies Readonly<Record<string, SearchHelp>>;

export const requestWords = {
  method: { example: 'method:POST', meaning: 'The method' },
  status: { example: 'status:4xx', meaning: 'The status of the response, or a class such as 4xx' },
  operation: { example: 'operation:sendEmail', meaning: 'The name of the operation, or a part of it' },
  path: { example: 'path:/contact-lists', meaning: 'A part of the path or the query' },
  code: { example: 'code:VALIDATION_ERROR', meaning: 'The error code of the response, or a part of it' },
  field: { example: 'field:subject', meaning: 'The field at fault, or a part of its name' },
  outcome: { example: 'outcome:fault', meaning: 'How it ended: ok or error, or with a fault' },
  has: { example: 'has:ignored-fields', meaning: 'Has this: ignored-fields, which the service ignored' },
  account: { example: 'account:example.com', meaning: 'The account, by its id or its domain' },
  message: { example: 'message:msg_1', meaning: 'The message that it sent, by its id' },
  ...attemptWords,
  ...commonWords,
} as const satisfies Readonly<Record<string, SearchHelp>>;
