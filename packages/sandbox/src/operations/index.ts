import type { OperationName } from '@mailrig/contract';
import { listEmails, sendEmail } from './emails.ts';
import type { AnyOperationHandler } from './operation.ts';

/** What the sandbox does for each row of the table of operations that it serves. */
export const handlers: { readonly [N in OperationName]?: AnyOperationHandler } = {
  sendEmail,
  listEmails,
};
