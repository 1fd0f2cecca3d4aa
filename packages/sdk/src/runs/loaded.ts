/*
 * What is loaded when the first run or the first wait for a batch begins. It is one file, because many small ones
 * would take longer.
 */
export { findAlike, isOpenConflict, openConflict } from './find-sent.ts';
export { importMany } from './import-many.ts';
export { perform } from './perform.ts';
export { sendMany } from './send-many.ts';
export { verifyMany } from './verify-many/verify-many.ts';
export { waitForBatch } from './verify-many/wait-for-batch.ts';
