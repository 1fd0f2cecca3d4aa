import {
  addressMessage,
  emailOperations,
  fieldsOf,
  type LiveSendReceipt,
  parseMailbox,
  readReceipt,
  type SendReceipt,
  type TestSendReceipt,
} from '@mailrig/contract';
import { plain, type Rows, unknownFieldMistake, unknownFields } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { formatAddress, type NamedAddress } from './addresses.ts';
import { type Endpoint, endpoint, type RefusedField } from './endpoint.ts';

/** Result of a send with a production key (`sk_live_…`). */
export interface LiveSendResult extends Omit<LiveSendReceipt, 'skipped'> {
  /** False: the email was not simulated. */
  readonly sandbox: false;
  /** True if the email had already been sent with this idempotency key, by an earlier call or by an earlier attempt of this one. */
  readonly skipped: boolean;
  /**
   * True if the service did not state it itself: it refused the idempotency key, because files that are uploaded again
   * have other ids, and the list has one email with this sender, these recipients and this subject or template.
   */
  readonly inferred?: true;
}

/** Result of a simulated send, with a sandbox key (`sk_test_…`): nothing was sent. */
export interface TestSendResult extends Omit<TestSendReceipt, 'skipped'> {
  /** As for a live send. */
  readonly skipped: boolean;
}

/** Result of a send. `sandbox` is true if the send was simulated. */
export type SendResult = LiveSendResult | TestSendResult;

/** Reads the response to a send. */
function toSendResult(receipt: SendReceipt): SendResult {
  const { skipped = false, ...rest } = receipt;
  return 'sandbox' in rest ? { ...rest, skipped } : { sandbox: false, ...rest, skipped };
}

export const sendEmail: Endpoint<SendResult> = {
  ...endpoint(emailOperations.sendEmail, {
    normalise: readReceipt,
    present: toSendResult,
    many: { method: 'emails.sendMany' },
    ownFields: ['attachments'],
  }),
  prepare: withTextAddresses,
};
const fields = ['from', 'to', 'cc', 'bcc', 'replyTo'] as const;

const addressRows = z.object({
  email: z.string(),
  name: z.optional(z.string()),
} satisfies Rows<NamedAddress>);

/** The body of an email with its addresses as texts, and what is wrong with addresses in parts. */
function withTextAddresses(body: unknown): {
  readonly body: unknown;
  readonly invalid: readonly RefusedField[];
} {
  const invalid: RefusedField[] = [];
  const toText = (field: string, address: unknown): unknown => {
    if (typeof address !== 'object' || address === null) return address;
    const { email, name } = fieldsOf(address);
    const [unknown] = unknownFields(addressRows, address);
    const problem = unknown ? unknownFieldMistake(unknown) : problemOf(email, name);
    if (problem) invalid.push({ ...problem, field: `${field}.${problem.field}` });
    return problem
      ? address
      : formatAddress({ email: String(email), ...(typeof name === 'string' && { name }) });
  };
  const given = fieldsOf(body);
  const texts = fields.flatMap((field): [string, unknown][] => {
    const value = given[field];
    if (typeof value !== 'object' || value === null) return [];
    const text = Array.isArray(value)
      ? value.map((address, index) => toText(`${field}[${index}]`, address))
      : toText(field, value);
    return [[field, text]];
  });
  const { variables } = given;
  const values = plain(variables);
  if (values !== variables) texts.push(['variables', values]);
  return { body: texts.length === 0 ? body : { ...given, ...Object.fromEntries(texts) }, invalid };
}

function problemOf(email: unknown, name: unknown): RefusedField | undefined {
  if (typeof email !== 'string' || /[<>"]/.test(email) || !parseMailbox(email)) {
    return { field: 'email', message: addressMessage(String(email)), value: email };
  }
  if (name === undefined || name === null) return undefined;
  if (typeof name !== 'string') return { field: 'name', message: 'must be a string', value: name };
  return /[\r\n\0]/.test(name) ? { field: 'name', message: 'must be on one line', value: name } : undefined;
}
