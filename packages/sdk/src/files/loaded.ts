/*
 * What is loaded when the first file is uploaded or attached. It is one file, because many small ones would take longer.
 */
export { OutgoingFiles } from './outgoing-files.ts';
export { put, upload } from './upload.ts';
