/*
 * What is loaded when it is used first: runs, files, waits for emails, and all endpoints but that of a send. It is one file:
 * several would share parts, and each part would be one more file that every import of the package loads.
 */
export * from '../endpoints/attachments.ts';
export * from '../endpoints/contact-lists.ts';
export * from '../endpoints/contacts.ts';
export * from '../endpoints/emails.ts';
export { rawEndpoint } from '../endpoints/raw.ts';
export * from '../endpoints/verification.ts';
export { OutgoingFiles } from '../files/outgoing-files.ts';
export { put, upload } from '../files/upload.ts';
export { waitForEmail } from '../follow/wait-for-email.ts';
export { watchChanges } from '../follow/watch.ts';
export { findAlike, isOpenConflict, openConflict } from '../runs/earlier-sends.ts';
export { importMany } from '../runs/import-many.ts';
export { perform } from '../runs/perform.ts';
export { sendMany } from '../runs/send-many.ts';
export { verifyMany } from '../runs/verify-many/verify-many.ts';
export { waitForBatch } from '../runs/verify-many/wait-for-batch.ts';
