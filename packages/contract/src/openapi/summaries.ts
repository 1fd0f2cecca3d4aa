import type { Operation } from '../operations/operation.ts';
import type { OperationName } from '../operations.ts';

const summaries: Readonly<Record<OperationName, string>> = {
  sendEmail: 'Send an email',
  listEmails: 'List sent emails',
  getEmail: 'Get an email',
  getEmailStats: 'Get email statistics',
  createUpload: 'Create a presigned upload URL',
  putUpload: 'Upload the bytes of a file',
  confirmUpload: 'Confirm an upload',
  listContactLists: 'List all contact lists',
  createContactList: 'Create a contact list',
  updateContactList: 'Update a contact list',
  getContactList: 'Get a contact list',
  deleteContactList: 'Delete a contact list with its contacts',
  getContactListStats: 'Count the contacts of a list by status',
  listContacts: 'List the contacts of a list',
  createContact: 'Add a contact to a list',
  getContact: 'Get a contact',
  updateContact: 'Update a contact',
  suppressContact: 'Suppress a contact in the whole domain',
  deleteContact: 'Delete a contact from a list',
  verifyEmail: 'Verify one address',
  createVerificationBatch: 'Verify up to 1,000 addresses',
  getVerification: 'Get the state of a verification',
  listVerifications: 'List verifications',
  getVerificationStats: 'Get verification statistics',
};

/** What an operation does, in one line. */
export function summaryOf({ name }: Operation): string {
  return summaries[name as OperationName];
}
