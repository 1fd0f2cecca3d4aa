import { confirmedAttachmentSchema, createUploadBodySchema, uploadSchema } from '../resources/attachments.ts';
import type { Rows } from './operation.ts';

/** The rows of attachments. */
export const attachmentOperations = {
  createUpload: {
    name: 'createUpload',
    resource: 'attachments',
    method: 'POST',
    path: '/api/v1/attachments/presigned-url',
    body: createUploadBodySchema,
    status: 201,
    response: uploadSchema,
    errors: ['ATTACHMENT_TOO_LARGE', 'INVALID_CONTENT_TYPE'],
    retry: 'safe',
  },
  putUpload: {
    name: 'putUpload',
    resource: 'attachments',
    method: 'PUT',
    path: '/uploads/{id}',
    status: 200,
    errors: [],
    retry: 'safe',
  },
  confirmUpload: {
    name: 'confirmUpload',
    resource: 'attachments',
    method: 'POST',
    path: '/api/v1/attachments/{id}/confirm',
    status: 200,
    response: confirmedAttachmentSchema,
    errors: ['UPLOAD_NOT_FOUND', 'UPLOAD_NOT_COMPLETE', 'UPLOAD_EXPIRED', 'FILE_SIZE_MISMATCH'],
    retry: 'safe',
  },
} as const satisfies Rows;
