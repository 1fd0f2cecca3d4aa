import type { OperationName } from '@mailrig/contract';
import { confirmUpload, createUpload } from './attachments.ts';
import {
  createContactList,
  deleteContactList,
  getContactList,
  getContactListStats,
  listContactLists,
  updateContactList,
} from './contact-lists.ts';
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
  suppressContact,
  updateContact,
} from './contacts.ts';
import { getEmail, getEmailStats, listEmails, sendEmail } from './emails.ts';
import type { AnyOperationHandler } from './operation.ts';
import {
  createVerificationBatch,
  getVerification,
  getVerificationStats,
  listVerifications,
  verifyEmail,
} from './verification.ts';

/** The handler of each operation, by name. The upload store serves `putUpload` (A73). */
export const handlers: Readonly<Record<string, AnyOperationHandler | undefined>> = {
  sendEmail,
  listEmails,
  getEmail,
  getEmailStats,
  createUpload,
  putUpload: undefined,
  confirmUpload,
  listContactLists,
  createContactList,
  updateContactList,
  getContactList,
  deleteContactList,
  getContactListStats,
  listContacts,
  createContact,
  getContact,
  updateContact,
  suppressContact,
  deleteContact,
  verifyEmail,
  createVerificationBatch,
  getVerification,
  listVerifications,
  getVerificationStats,
} satisfies Readonly<Record<OperationName, AnyOperationHandler | undefined>>;
