import {
  type Attachment,
  attachmentOperations,
  readAttachment,
  readUpload,
  type Upload,
} from '@mailrig/contract';
import { type Endpoint, endpoint } from './endpoint.ts';

export const createUpload = endpoint(attachmentOperations.createUpload, {
  normalise: readUpload,
  present: (upload): Upload => upload,
});

/** The response to a confirmation is empty or has the attachment (A76). */
export function confirmUpload(id: string): Endpoint<Attachment> {
  return endpoint(attachmentOperations.confirmUpload, {
    normalise: (payload) => readAttachment(id, payload),
    present: (attachment): Attachment => attachment ?? { id, status: 'uploaded' },
  });
}
