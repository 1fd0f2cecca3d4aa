import { dataOf, hasEnvelope, isObject, succeeded, textAt } from '../answer.ts';
import { showsOther, shows, undetermined } from '../finding.ts';
import { outcome, type Probe, probe, statusOf } from '../probe.ts';

/** Probes of uploads. */
export const attachments: readonly Probe[] = [
  probe({
    name: 'upload-token',
    question: 'Does a new upload have a token?',
    requirements: ['R116'],
    decisions: ['A77'],
    option: 'uploadToken',
    reads: 'createUpload',
    conclude: (answer) => {
      const data = dataOf(answer);
      if (!succeeded(answer)) return undetermined(`it was answered with ${answer.status}`);
      if (textAt(data, 'uploadUrl') === undefined) return showsOther('a new upload has no `uploadUrl`');
      return textAt(data, 'uploadToken') === undefined
        ? shows('absent', 'a new upload has no `uploadToken`')
        : shows('present', 'a new upload has an `uploadToken`');
    },
  }),
  probe({
    name: 'confirm-result',
    question: 'What does a confirmed upload answer?',
    requirements: ['R108'],
    decisions: ['A76'],
    option: 'confirmResult',
    reads: 'confirm',
    conclude: (answer) => {
      if (!succeeded(answer)) return undetermined('no upload was confirmed');
      const data = dataOf(answer);
      if (isObject(data)) return shows('record', 'a confirmation answers with the attachment');
      return hasEnvelope(answer) && (data ?? null) === null
        ? shows('null', 'a confirmation answers with nothing')
        : showsOther('a confirmation answers with something else than an attachment');
    },
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
