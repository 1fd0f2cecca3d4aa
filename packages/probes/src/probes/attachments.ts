import { dataOf, hasEnvelope } from '../answer.ts';
import { shows } from '../finding.ts';
import { formOf, outcome, type Probe, probe, statusOf } from '../probe.ts';

/** Probes of uploads. */
export const attachments: readonly Probe[] = [
  formOf({
    name: 'upload-token',
    question: 'Does a new upload have a token?',
    requirements: ['R116'],
    option: 'uploadToken',
    reads: ['createUpload'],
    silent: 'no upload was created',
  }),
  formOf({
    name: 'confirm-result',
    question: 'What does a confirmed upload answer?',
    requirements: ['R108'],
    option: 'confirmResult',
    reads: ['confirm'],
    parts: (answer) => [hasEnvelope(answer) ? (dataOf(answer) ?? null) : dataOf(answer)],
    silent: 'no upload was confirmed',
  }),
  outcome({
    name: 'confirm-unknown',
    subject: 'the confirmation of an unknown upload',
    requirements: ['R109'],
    reads: 'confirmUnknown',
    expected: '404 UPLOAD_NOT_FOUND',
  }),
  outcome({
    name: 'confirm-too-early',
    subject: 'a confirmation before the upload',
    requirements: ['R110'],
    decisions: ['A75'],
    reads: 'confirmTooEarly',
    expected: '400 UPLOAD_NOT_COMPLETE',
  }),
  statusOf({
    name: 'confirm-twice',
    subject: 'a second confirmation',
    decisions: ['A74'],
    reads: 'confirmAgain',
    expected: '200',
  }),
  probe({
    name: 'put-upload',
    question: 'Does a PUT to the upload URL need no key?',
    requirements: ['R107'],
    decisions: ['A73'],
    expected: 'no key',
    reads: 'putUpload',
    conclude: ({ status }) =>
      status < 300
        ? shows('no key', 'the bytes were stored without a key')
        : shows(String(status), `the PUT was answered with ${status}`),
  }),
  outcome({
    name: 'unknown-content-type',
    subject: 'an upload of an unknown type',
    requirements: ['R106'],
    decisions: ['A70'],
    reads: 'createUploadOfUnknownType',
    expected: '400 INVALID_CONTENT_TYPE',
  }),
  outcome({
    name: 'upload-without-name',
    subject: 'an upload without a file name',
    requirements: ['R101'],
    reads: 'createUploadWithoutName',
    expected: '400 VALIDATION_ERROR',
  }),
];
