import { isOperation, type OperationName } from '@mailrig/contract';
import * as attachments from './attachments.ts';
import * as contactLists from './contact-lists.ts';
import * as contacts from './contacts.ts';
import * as emails from './emails.ts';
import type { AnyOperationHandler } from './operation.ts';
import * as verification from './verification.ts';

/** The upload store serves `putUpload` (A73). */
const handlers: Readonly<Record<OperationName, AnyOperationHandler | undefined>> = {
  putUpload: undefined,
  ...attachments,
  ...contactLists,
  ...contacts,
  ...emails,
  ...verification,
};

/** The handler of an operation; `undefined` if the API does not serve it. */
export function handlerOf(name: string): AnyOperationHandler | undefined {
  return isOperation(name) ? handlers[name] : undefined;
}
