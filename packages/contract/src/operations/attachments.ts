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
    retry: 'safe',
  },
  putUpload: {
    name: 'putUpload',
    resource: 'attachments',
    method: 'PUT',
    path: '/uploads/{id}',
    status: 200,
    retry: 'safe',
  },
  confirmUpload: {
    name: 'confirmUpload',
    resource: 'attachments',
    method: 'POST',
    path: '/api/v1/attachments/{id}/confirm',
    status: 200,
    response: confirmedAttachmentSchema,
    retry: 'safe',
  },
} as const satisfies Rows;
