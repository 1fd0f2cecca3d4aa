import { confirmedAttachmentSchema, createUploadBodySchema, uploadSchema } from '../resources/attachments.ts';
import { type Descriptions, type Rows, rowsOf } from './operation.ts';

/** The rows of attachments. */
export const attachmentOperations = /* @__PURE__ */ rowsOf('attachments', {
  createUpload: {
    method: 'POST',
    path: '/api/v1/attachments/presigned-url',
    body: createUploadBodySchema,
    status: 201,
    response: uploadSchema,
    retry: 'safe',
  },
  putUpload: { method: 'PUT', path: '/uploads/{id}', status: 200, retry: 'safe' },
  confirmUpload: {
    method: 'POST',
    path: '/api/v1/attachments/{id}/confirm',
    status: 200,
    response: confirmedAttachmentSchema,
    retry: 'safe',
  },
} as const satisfies Rows);

/** What they do, and their error codes. */
export const attachmentDescriptions: Descriptions<typeof attachmentOperations> = {
  createUpload: {
    summary: 'Create a presigned upload URL',
    errors: ['ATTACHMENT_TOO_LARGE', 'INVALID_CONTENT_TYPE'],
  },
  putUpload: { summary: 'Upload the bytes of a file', errors: [] },
  confirmUpload: {
    summary: 'Confirm an upload',
    errors: ['UPLOAD_NOT_FOUND', 'UPLOAD_NOT_COMPLETE', 'UPLOAD_EXPIRED', 'FILE_SIZE_MISMATCH'],
  },
};
